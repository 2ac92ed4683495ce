#!/usr/bin/env node
import { runCli } from './cli.ts';

// A reader such as `head` ends before everything is written. It has what it wanted.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  isTerminal: process.stdout.isTTY === true,
});
