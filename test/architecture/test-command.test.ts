import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inRepository } from './sources.ts'

const { scripts, devDependencies } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'))

test('npm test runs the tests through tsx, and programs strip their types themselves', () => {
  assert.match(process.execArgv.join(' '), /--import[ =]tsx\b/)
  assert.match(devDependencies.tsx, /^4\.\d+\.\d+$/, 'an exact version')
  const withTsx = Object.keys(scripts).filter((name) => scripts[name].includes('tsx'))
  assert.deepEqual(withTsx, ['test', 'test:citus'])
})
