import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Parser } from '@oclif/core'
import commands from '../../cli/src/all-commands.ts'
import { runMany } from '../cli/run-silla.ts'

// test/cli/surface.test.ts wants a description and examples of each command; here they are tried.

const all = Object.entries(commands)

test('what the examples of a command type is what the command takes', async () => {
  for (const [id, command] of all) {
    for (const each of command.examples as (string | { command: string })[]) {
      const example = typeof each === 'string' ? each : each.command
      // --json is every command's: the surface test wants it
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
        `mend this example of ${id}, or the command: ${example}`,
      )
    }
  }
})

test('every command helps whoever asks', async () => {
  const helps = await runMany(all.map(([id]) => [...id.split(':'), '--help']))
  for (const [place, { code, stdout, stderr }] of helps.entries()) {
    const [id, command] = all[place] as (typeof all)[number]
    assert.deepEqual([code, stderr], [0, ''], id)
    assert.ok(stdout.startsWith(command.summary), `${id} --help begins with its summary`)
    assert.match(stdout, new RegExp(`EXAMPLES[^]* silla ${id.replaceAll(':', ' ')}`), id)
  }
})

/** As a shell would split it. */
const argumentsOf = (line: string) =>
  [...line.matchAll(/(?:"[^"]*"|[^\s"]+)+/g)].map(([word]) => word.replaceAll('"', ''))
