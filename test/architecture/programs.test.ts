import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inRepository } from './sources.ts'

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(inRepository('package.json'), 'utf8'),
)
const programs = Object.entries(scripts).flatMap(([name, script]) => {
  const file = script.match(/ (test\/\S+\.ts)/)?.[1]
  return file === undefined ? [] : [{ name, file }]
})

test('every program says what it does and takes with --help', () => {
  const silent = programs.filter(
    ({ file }) => !readFileSync(inRepository(file), 'utf8').includes('await readOptions('),
  )
  assert.deepEqual(
    silent.map(({ file }) => file),
    [],
    'read the options with test/support/program-options.ts',
  )
})

test('no program takes settings of its own from the environment', () => {
  for (const { file } of programs) {
    const names = readFileSync(inRepository(file), 'utf8').matchAll(/process\.env\.([A-Z_]+)/g)
    for (const [, name = ''] of names)
      assert.match(name, /^(PATH|\w+_URL|CI)$/, `${file}: make ${name} an option`)
  }
})

test('CONTRIBUTING.md names every program', () => {
  const text = readFileSync(inRepository('CONTRIBUTING.md'), 'utf8')
  for (const { name } of programs)
    assert.ok(name === 'test' || text.includes(`npm run ${name}`), `npm run ${name}`)
})
