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
    assert.deepEqual(kept.split('\n'), text.split('\n'), 'npm run cli-docs writes it anew; read the diff')
  })
}

test('what is published of --json is a JSON Schema, and every reference in it leads somewhere', async () => {
  const text = await readFile(new URL('../../docs/cli-json.schema.json', import.meta.url), 'utf8')
  const schema = JSON.parse(text)
  const ajv = new Ajv2020({ strict: true })
  assert.ok(ajv.validateSchema(schema), ajv.errorsText())
  const lost = [...text.matchAll(/"#\/\$defs\/(.+)"/g)].filter(([, name = '']) => schema.$defs[name] === undefined)
  assert.deepEqual(lost, [])
})

test('every command belongs to a topic that says what it is about, and no topic is empty', () => {
  const used = new Set(commandFacts().map(({ words }) => words.split(' ')[0]))
  assert.deepEqual([...topicFacts().keys()].sort(), [...used].sort())
})
