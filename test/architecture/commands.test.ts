import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Parser } from '@oclif/core'
import commands from '../../cli/src/all-commands.ts'
import { runMany } from '../cli/run-silla.ts'

// test/cli/command-line.test.ts requires a description and examples of each command; this file runs
// them.

const all = Object.entries(commands)

test('the examples of a command parse with its flags and arguments', async () => {
  for (const [id, command] of all) {
    for (const each of command.examples as (string | { command: string })[]) {
      const example = typeof each === 'string' ? each : each.command
      // every command has --json: the surface test checks it
      const typed = example
        .replace(/^.*<%= config.bin %> /, '')
        .slice(id.length)
        .replace('--json', '')
      await assert.doesNotReject(
        Parser.parse(argumentsOf(typed), {
          flags: command.flags,
          args: command.args,
          strict: true,
        }),
        `fix this example of ${id}, or the command: ${example}`,
      )
    }
  }
})

test('every command has --help with summary and examples', async () => {
  const helps = await runMany(all.map(([id]) => [...id.split(':'), '--help']))
  for (const [place, { code, stdout, stderr }] of helps.entries()) {
    const [id, command] = all[place] as (typeof all)[number]
    assert.deepEqual([code, stderr], [0, ''], id)
    assert.ok(stdout.startsWith(command.summary), `${id} --help begins with its summary`)
    assert.match(stdout, new RegExp(`EXAMPLES[^]* silla ${id.replaceAll(':', ' ')}`), id)
  }
})

/** Splits a line as a shell does. */
const argumentsOf = (line: string) =>
  [...line.matchAll(/(?:"[^"]*"|[^\s"]+)+/g)].map(([word]) => word.replaceAll('"', ''))
