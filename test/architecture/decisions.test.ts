import { test } from 'node:test'
import { none, sources, tests } from './sources.ts'

test('every implemented decision is named in a test title', () => {
  const written = sources('docs/spec-gaps.md')[0]?.text ?? ''
  // a heading is bold and opens its paragraph; it may name two decisions
  const headings = [...written.matchAll(/^\*\*D\d.*$/gm)].filter(
    ([line]) => !line.endsWith('*Later.*'),
  )
  const built = headings.flatMap(([line]) =>
    [...line.matchAll(/\*\*(D\d+b?),/g)].map(([, decision]) => decision ?? ''),
  )
  const titles = tests().flatMap(({ text }) =>
    [...text.matchAll(/^ *test\(\s*(['"`].*)$/gm)].map(([, title]) => title),
  )
  const isNamed = (decision: string) =>
    titles.some((title) => new RegExp(`\\b${decision}\\b`).test(title ?? ''))
  none(
    [...new Set(built)].filter((decision) => !isNamed(decision)),
    'Name the decision in the title of the test that checks it:',
  )
})
