import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue, type ProblemKeyword, problemMessage } from '@silla/errors'
import { languages } from '@silla/locale'
import { readSecurityPage, withAccessTable } from '../spec/published/access-table.ts'
import { readApiPage, withErrorTables } from '../spec/published/api-errors.ts'
import { codeOf, none, sources, tests, workspaces } from './sources.ts'

const codes = Object.keys(catalogue)
const product = codeOf(...workspaces.filter((folder) => folder !== 'packages/errors'))
  .map(({ text }) => text)
  .join('\n')

test('every error code is thrown', () => {
  const thrown = (code: string) =>
    new RegExp(`(fail\\(|Refusal\\(|return |[?:] )'${code}'(?! \\|)`).test(product)
  none(
    codes.filter((code) => !thrown(code)),
    'Throw it with fail(), or remove it from packages/errors/src/catalogue.ts:',
  )
})

test('every error code is covered by a test', () => {
  const testFiles = tests().filter(
    ({ path }) => path.endsWith('.test.ts') && !path.startsWith('test/architecture/'),
  )
  const isCovered = (code: string) => testFiles.some(({ text }) => text.includes(`'${code}'`))
  none(
    codes.filter((code) => !isCovered(code)),
    'Write a test in which a response has this code:',
  )
})

test('docs/api.md names exactly the error codes of the catalogue', () => {
  const page = sources('docs/api.md')[0]?.text ?? ''
  const named = new Set(page.match(/\b[A-Z]+(_[A-Z]+)+\b/g))
  none(
    codes.filter((code) => !named.has(code)),
    'Document in docs/api.md when it is returned:',
  )
  none(
    [...named].filter((code) => !codes.includes(code)),
    'docs/api.md documents a code that is never thrown:',
  )
})

test('docs/api.md has the table of errors of every operation', async () => {
  const page = await readApiPage()
  assert.ok(withErrorTables(page) === page, 'npm run api-errors, and commit docs/api.md')
})

test('docs/security.md has the table of who may call which operation', async () => {
  const page = await readSecurityPage()
  assert.ok(withAccessTable(page) === page, 'npm run api-errors, and commit docs/security.md')
})

test('every validation problem is used and has a message in each language', () => {
  const source = sources('packages/errors/src/problems.ts')[0]?.text ?? ''
  const keywords = [...source.matchAll(/^ {2}(\w+): \{/gm)].map(
    ([, keyword]) => keyword as ProblemKeyword,
  )
  none(
    keywords.filter((keyword) => !product.includes(`'${keyword}'`)),
    'Use it, or remove it from problems.ts:',
  )
  const withoutMessage = keywords.filter((keyword) =>
    languages.some((language) => problemMessage(keyword, language).length < 5),
  )
  none(withoutMessage, 'Add a message in every language to problems.ts:')
})
