import { inHomePage } from './home-page.ts';

// Runs inside a test's network namespace, where the home screen's browser is: PORT EXPRESSION.
const [port, expression = ''] = process.argv.slice(2);
console.log(JSON.stringify(await inHomePage(Number(port), expression)));
