import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
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
    const takesSlug = args.some(({ name }) => name === 'slug')
    assert.ok(
      !takesSlug || /^(businesses|clock|stripe) /.test(words),
      `silla ${words} is about data of a salon: use --business`,
    )
    assert.equal(
      has('yes') && !has('dry-run'),
      false,
      `silla ${words} has --yes, so it needs --dry-run`,
    )
    assert.ok(
      !has('business') || !/^(businesses|clock|stripe) /.test(words),
      `silla ${words} is about the salon itself: use SLUG`,
    )
  }
})
