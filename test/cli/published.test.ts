import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { test } from 'node:test'
import { type Command, Parser } from '@oclif/core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { commands } from '../../cli/src/commands.ts'
import { UsageError } from '../../cli/src/errors/report-error.ts'
import { withBusinessFlag } from '../../cli/src/flags/slug-argument.ts'
import { commandFacts, topicFacts } from './published/command-facts.ts'
import { published } from './published/published.ts'

for (const { file, text } of published()) {
  test(`docs/${basename(file.pathname)} is up to date`, async () => {
    const current = await readFile(file, 'utf8')
    assert.deepEqual(
      current.split('\n'),
      text.split('\n'),
      'run npm run cli-docs and read the diff',
    )
  })
}

test('the published JSON Schema is valid, and every reference in it resolves', async () => {
  const text = await readFile(new URL('../../docs/cli-json.schema.json', import.meta.url), 'utf8')
  const schema = JSON.parse(text)
  const ajv = new Ajv2020({ strict: true })
  assert.ok(ajv.validateSchema(schema), ajv.errorsText())
  const unresolved = [...text.matchAll(/"#\/\$defs\/(.+)"/g)].filter(
    ([, name = '']) => schema.$defs[name] === undefined,
  )
  assert.deepEqual(unresolved, [])
})

test('every command belongs to a topic with a description, and no topic is empty', () => {
  const used = new Set(commandFacts().map(({ words }) => words.split(' ')[0]))
  assert.deepEqual([...topicFacts().keys()].sort(), [...used].sort())
})

test('every command about a salon takes its slug as the first argument or as --business', async () => {
  for (const [id, load] of Object.entries(commands)) {
    const command: Command.Class = (await load()).default
    if (command.flags?.business === undefined) continue
    const own = Object.values(command.args ?? {})
      .filter(({ required }) => required)
      .map((_, index) => `value-${index}`)
    // as the flags are written, without what they require of each other
    const shapes = Object.fromEntries(
      Object.entries(command.flags).map(([name, { type, char }]) => [name, { name, type, char }]),
    ) as typeof command.flags
    const parsed = async (...argv: string[]) => {
      const read = await withBusinessFlag(argv, command)
      const { flags, raw } = await Parser.parse(read, { flags: shapes, strict: false })
      return [flags.business, raw.filter(({ type }) => type === 'arg').map(({ input }) => input)]
    }
    for (const argv of [
      ['salon', ...own],
      [...own, '-b', 'salon'],
      ['--business=salon', ...own],
      ['salon', ...own, '--business', 'salon'],
    ])
      assert.deepEqual(await parsed(...argv), ['salon', own], `silla ${id} ${argv.join(' ')}`)
    const all = Object.keys(command.args ?? {})
    await assert.rejects(parsed('salon', ...all, '-b', 'other'), UsageError, id)
  }
})

/** They are about no salon, about all of them, or about that of a file. */
const withoutSalon =
  /^(businesses (apply|list|restore|schema)|completion .*|db (?!repair).*|jobs retry|stripe webhook .*)$/

test('flags and arguments are consistent across commands', () => {
  const commands = commandFacts()
  const flags = commands.flatMap(({ words, flags }) => flags.map((flag) => ({ words, ...flag })))
  const named = Map.groupBy(flags, ({ name }) => name)
  for (const [name, uses] of named) {
    const variants = new Set(
      uses.map(({ char, fallback }) =>
        JSON.stringify([char, ['limit', 'page'].includes(name) && fallback]),
      ),
    )
    assert.equal(variants.size, 1, `--${name} differs: ${[...variants].join(' and ')}`)
  }
  for (const { words, args, flags } of commands) {
    const has = (name: string) => flags.some((flag) => flag.name === name)
    assert.equal(has('limit'), has('page'), `silla ${words} needs both --limit and --page`)
    assert.equal(
      args[0]?.name === 'slug',
      has('business'),
      `silla ${words} takes a slug: declare businessFlag, which brings the argument`,
    )
    assert.ok(
      has('business') || withoutSalon.test(words),
      `silla ${words} is about one salon: declare businessFlag`,
    )
    assert.equal(
      has('yes') && !has('dry-run'),
      false,
      `silla ${words} has --yes, so it needs --dry-run`,
    )
  }
})
