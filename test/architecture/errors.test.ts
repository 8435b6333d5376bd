import { test } from 'node:test'
import { catalogue, languages, type ProblemKeyword, problemMessage } from '@silla/errors'
import { codeOf, none, sources, tests, workspaces } from './sources.ts'

const codes = Object.keys(catalogue)
const product = codeOf(...workspaces.filter((folder) => folder !== 'packages/errors'))
  .map(({ text }) => text)
  .join('\n')

test('every code of the catalogue is thrown somewhere', () => {
  const thrown = (code: string) =>
    new RegExp(`(fail\\(|Refusal\\(|return |[?:] )'${code}'(?! \\|)`).test(product)
  none(
    codes.filter((code) => !thrown(code)),
    'Throw it with fail(), or take it out of packages/errors/src/catalogue.ts:',
  )
})

test('every code of the catalogue is asked for by a test', () => {
  const scenes = tests().filter(
    ({ path }) => path.endsWith('.test.ts') && !path.startsWith('test/architecture/'),
  )
  const requested = (code: string) => scenes.some(({ text }) => text.includes(`'${code}'`))
  none(
    codes.filter((code) => !requested(code)),
    'Write the scene in which an answer carries it:',
  )
})

test('the documentation of the interface names exactly the codes of the catalogue', () => {
  const page = sources('docs/api.md')[0]?.text ?? ''
  const named = new Set(page.match(/\b[A-Z]+(_[A-Z]+)+\b/g))
  none(
    codes.filter((code) => !named.has(code)),
    'Say in docs/api.md when it comes:',
  )
  none(
    [...named].filter((code) => !codes.includes(code)),
    'docs/api.md promises a code that nobody throws:',
  )
})

test('whatever can be wrong with a field is found somewhere and told in every language', () => {
  const source = sources('packages/errors/src/problems.ts')[0]?.text ?? ''
  const keywords = [...source.matchAll(/^ {2}(\w+): \{/gm)].map(
    ([, keyword]) => keyword as ProblemKeyword,
  )
  none(
    keywords.filter((keyword) => !product.includes(`'${keyword}'`)),
    'Refuse with it, or take it out of problems.ts:',
  )
  const silent = keywords.filter((keyword) =>
    languages.some((language) => problemMessage(keyword, language).length < 5),
  )
  none(silent, 'Give it a sentence in every language in problems.ts:')
})
