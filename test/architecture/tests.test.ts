import { test } from 'node:test'
import { none, type Source, sources, tests } from './sources.ts'

const isSuite = ({ path }: Source) => path.endsWith('.test.ts')
const hasTests = ({ text }: Source) =>
  /^import .*'node:test'/m.test(text) && /^\s*test\(/m.test(text)

const suites = tests().filter(isSuite)
const everywhere = sources('{test,packages,db,tenants,services,cli}/**/*.{ts,js,mjs,cjs}')
const paths = (files: Source[]) => files.map(({ path }) => path)

test('the runner finds every test file, and each has a test', () => {
  const ran = paths(suites)
  const notFound = everywhere.filter(
    (file) => (hasTests(file) || isSuite(file)) && !ran.includes(file.path),
  )
  none(paths(notFound), 'Name it *.test.ts and move it below test/, where npm test looks:')
  none(paths(suites.filter((file) => !hasTests(file))), 'A test file must have a test:')
})

test('a test file does not change process-wide state', () => {
  const lasting =
    /\bprocess\.(env\.\w+ = |env\[.*\] = |(on|once|chdir|umask|setuid|exit)\()|\bglobalThis\.\w+ = |setGlobalDispatcher\(|\bmock\.\w/
  const inProcess = tests().filter(
    ({ path }) =>
      !/^test\/(bench|support\/(run|program-options\.ts)|cli\/reused-process\.ts)/.test(path),
  )
  none(
    paths(inProcess.filter(({ text }) => lasting.test(text))),
    'Other test files share the process; spawn a program instead:',
  )
  const hooked = inProcess.filter(
    (file) => !isSuite(file) && /^(before|after)(Each)?\(/m.test(file.text),
  )
  none(paths(hooked), 'A module is loaded once for many files; close what it opened with atEnd:')
})

test('no test is left out, and none keeps the others from running', () => {
  const left = /\b(test|it|describe|suite|t)\.(only|skip|todo)\b|\b(only|skip|todo): (?!false)/
  none(paths(suites.filter(({ text }) => left.test(text))), 'Run it or remove it:')
})
