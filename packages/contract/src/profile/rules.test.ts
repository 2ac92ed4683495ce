import Type from 'typebox';
import { EMAIL, ORGANIZATION_NAME, PASSWORD } from '../rules/text.ts';
import { testRules } from '../testing/rule-table.ts';
import {
  AUTH_RULES,
  EMAIL_RULES,
  MACHINE_RULES,
  ORGANIZATION_NAME_RULES,
  PASSWORD_RULES,
} from '../testing/rules-outside-profile.ts';
import { SESSION_RULES } from '../testing/rules-sessions.ts';
import { SYSTEM_RULES } from '../testing/rules-system.ts';
import { THINHOC_RULES } from '../testing/rules-thinhoc.ts';
import { BUTTON_RULES, IMAGE_RULES, QR_RULES, TEXT_RULES, WIDGET_RULES } from '../testing/rules-widgets.ts';
import { ProfileDefinition } from './definition.ts';
import { MachineContext, OrganizationAuth } from './outside-profile.ts';
import { ButtonWidget, ImageWidget, QrWidget, TextWidget, Widget } from './widgets.ts';

// Spec chapter 5, against the schemas alone. The server's and the console's tests show what people notice of them.
testRules(ProfileDefinition, [...SYSTEM_RULES, ...SESSION_RULES, ...THINHOC_RULES]);
testRules(Widget, WIDGET_RULES);
testRules(ButtonWidget, BUTTON_RULES);
testRules(QrWidget, QR_RULES);
testRules(ImageWidget, IMAGE_RULES);
testRules(TextWidget, TEXT_RULES);
testRules(OrganizationAuth, AUTH_RULES);
testRules(MachineContext, MACHINE_RULES);
testRules(Type.String(ORGANIZATION_NAME), ORGANIZATION_NAME_RULES);
testRules(Type.String(EMAIL), EMAIL_RULES);
testRules(Type.String(PASSWORD), PASSWORD_RULES);
