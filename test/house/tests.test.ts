import { test } from 'node:test'
import { none, sources, tests } from './sources.ts'

const suites = tests().filter(({ path }) => path.endsWith('.test.ts'))
const others = sources('{test,packages,db,tenants,services,cli}/**/*.{ts,js,mjs,cjs,tsx}').filter(
  (file) => !file.path.endsWith('.test.ts'),
)
const isTest = /^\s*(test|it|rule|promise)\(/m

test('the runner finds every test, and every file it finds has one', () => {
  const lost = others.filter(({ text }) => /^import .*'node:test'/m.test(text) && /^\s*(test|it)\(\s*['`]/m.test(text))
  none(
    lost.map(({ path }) => path),
    'Name it *.test.ts below test/, where npm test looks:',
  )
  none(
    suites.filter(({ path }) => !path.startsWith('test/')).map(({ path }) => path),
    'Move it below test/, where npm test looks:',
  )
  none(
    suites.filter(({ text }) => !isTest.test(text)).map(({ path }) => path),
    'A test file without a test promises nothing:',
  )
})

test('no test is left out, and none keeps the others from running', () => {
  const left = /\b(test|it|describe|suite|t)\.(only|skip|todo)\b|\b(only|skip|todo): (?!false)/
  none(
    suites.filter(({ text }) => left.test(text)).map(({ path }) => path),
    'Run it or remove it:',
  )
})
