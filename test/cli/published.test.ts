import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { commandFacts, topicFacts } from './published/command-facts.ts'
import { published } from './published/published.ts'

for (const { file, text } of published()) {
  test(`docs/${basename(file.pathname)} tells the command line as it is`, async () => {
    const kept = await readFile(file, 'utf8')
    assert.deepEqual(
      kept.split('\n'),
      text.split('\n'),
      'npm run cli-docs writes it anew; read the diff',
    )
  })
}

test('what is published of --json is a JSON Schema, and every reference in it leads somewhere', async () => {
  const text = await readFile(new URL('../../docs/cli-json.schema.json', import.meta.url), 'utf8')
  const schema = JSON.parse(text)
  const ajv = new Ajv2020({ strict: true })
  assert.ok(ajv.validateSchema(schema), ajv.errorsText())
  const lost = [...text.matchAll(/"#\/\$defs\/(.+)"/g)].filter(
    ([, name = '']) => schema.$defs[name] === undefined,
  )
  assert.deepEqual(lost, [])
})

test('every command belongs to a topic that says what it is about, and no topic is empty', () => {
  const used = new Set(commandFacts().map(({ words }) => words.split(' ')[0]))
  assert.deepEqual([...topicFacts().keys()].sort(), [...used].sort())
})

test('what has the same name is the same in every command, and what is the same has one name', () => {
  const commands = commandFacts()
  const flags = commands.flatMap(({ words, flags }) => flags.map((flag) => ({ words, ...flag })))
  const named = Map.groupBy(flags, ({ name }) => name)
  for (const [name, uses] of named) {
    const ways = new Set(
      uses.map(({ char, fallback }) =>
        JSON.stringify([char, ['limit', 'page'].includes(name) && fallback]),
      ),
    )
    assert.equal(ways.size, 1, `--${name} is written in ${[...ways].join(' and ')}`)
  }
  for (const { words, args, flags } of commands) {
    const has = (name: string) => flags.some((flag) => flag.name === name)
    assert.equal(has('limit'), has('page'), `silla ${words} lists pages`)
    const takesSlug = args.some(({ name }) => name === 'slug')
    assert.ok(
      !takesSlug || /^(businesses|stripe) /.test(words),
      `silla ${words} is about something of a salon: -b`,
    )
    assert.equal(has('yes') && !has('dry-run'), false, `silla ${words} asks, so there is --dry-run`)
    assert.ok(
      !has('business') || !/^(businesses|stripe) /.test(words),
      `silla ${words} is about the salon itself`,
    )
  }
})
