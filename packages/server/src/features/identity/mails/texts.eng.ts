import type { MailTexts } from './texts.ts';

export const eng: MailTexts = {
  verifyEmail: {
    subject: 'Your confirmation code for Berth',
    title: 'Confirm your e-mail address',
    body: [
      'Enter this code on the sign-up page, or open the link.',
      'The code and the link work for {minutes} minutes.',
    ],
    action: 'Confirm address',
    unexpected: 'If you did not create an account with Berth, do not open the link and delete this e-mail.',
  },
  alreadyRegistered: {
    subject: 'You already have a Berth account',
    title: 'This address already has an account',
    body: [
      'Somebody tried to create an account with this e-mail address. There is one already, so nothing was changed.',
      'Log in with your password. If you no longer know it, choose “Forgot password” on the login page.',
    ],
    action: 'Go to login',
    unexpected: 'If that was not you, there is nothing you need to do.',
  },
  resetPassword: {
    subject: 'New password for Berth',
    title: 'Set a new password',
    body: [
      'Open the link to set a new password. It works for {minutes} minutes, and only once.',
      'Setting a new password logs you out on all devices.',
    ],
    action: 'Set password',
    unexpected: 'If you did not ask for a new password, there is nothing you need to do: your password stays as it is.',
  },
  passwordChanged: {
    subject: 'Your Berth password was changed',
    title: 'Password changed',
    body: ['The password of your account has just been changed. All other sessions have been ended.'],
    action: 'Go to login',
    unexpected: 'If that was not you, choose “Forgot password” on the login page at once.',
  },
  giveUpCode: {
    subject: 'Your code to give up your Berth account',
    title: 'Give up your account?',
    body: ['Enter this code in the console to delete your account with Berth. It works for {minutes} minutes.'],
    action: null,
    unexpected: 'If you do not want to give up your account, tell this code to nobody and delete this e-mail.',
  },
  accountGivenUp: {
    subject: 'Your Berth account has been deleted',
    title: 'Account given up',
    body: [
      'You have given up your account. It is deleted, with its sessions, keys and memberships.',
      'Organizations keep in their audit log what you did in them.',
    ],
    action: null,
    unexpected: 'If that was not you, contact the operator of this installation at once.',
  },
  linkHint: 'If the button does not work, copy this address into your browser:',
  footer: 'Berth sent this e-mail automatically.',
};
