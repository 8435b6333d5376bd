import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Interfaces, Parser } from '@oclif/core'
import { commands } from '../../cli/src/commands.ts'
import { withBusinessFlag } from '../../cli/src/flags/slug-argument.ts'
import { runMany } from '../cli/run-silla.ts'
import { none, sources } from './sources.ts'

// test/cli/command-line.test.ts requires a description and examples of each command; this file runs
// them.

const all = await Promise.all(
  Object.entries(commands).map(async ([id, load]) => [id, (await load()).default] as const),
)

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
        async () =>
          Parser.parse(await withBusinessFlag(argumentsOf(typed), command), {
            flags: command.flags,
            args: command.args,
            strict: true,
          }),
        `fix this example of ${id}, or the command: ${example}`,
      )
    }
  }
})

test('the doctor names the salon of a command as the first argument, as the docs do', () => {
  const aboutSalon = all
    .filter(([, { flags }]) => (flags as Interfaces.FlagInput | undefined)?.business?.required)
    .map(([id]) => id.replaceAll(':', ' '))
  const hints = sources('cli/src/doctor/*.ts').map(({ path, text }) => ({
    path,
    // a long text stands in several strings
    text: text.replace(/['`] \+\s+['`]/g, ''),
  }))
  const named = hints.flatMap(({ path, text }) =>
    aboutSalon.flatMap((words) =>
      [...text.matchAll(new RegExp(`silla ${words}(?! SLUG\\b)[^.]{0,30}`, 'g'))].map(
        ([command]) => ({ path, command }),
      ),
    ),
  )
  assert.ok(hints.some(({ text }) => text.includes('silla payments refund SLUG ID')))
  none(
    named.map(({ path, command }) => `${path}: ${command}`),
    'Write SLUG after the name of the command:',
  )
  none(
    hints.filter(({ text }) => /--business\b|-b SLUG/.test(text)).map(({ path }) => path),
    'Write SLUG after the name of the command:',
  )
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
