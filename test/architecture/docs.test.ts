import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'
import { inRepository, none, sources } from './sources.ts'

const topFolders = ['packages', 'db', 'tenants', 'services', 'cli', 'test', 'docs']

test('every top folder says what belongs in it', () => {
  const silent = topFolders.filter((folder) => !existsSync(inRepository(`${folder}/README.md`)))
  none(silent, 'Write a README.md of ten lines: what belongs here, and the best file to copy from:')
})

test('a decision is dated and short', () => {
  const decisions = sources('docs/decisions/*').filter(({ path }) => !path.endsWith('README.md'))
  assert.ok(decisions.length > 0, 'docs/decisions tells why the project is as it is')
  for (const { path, text } of decisions) {
    assert.match(text, /\b20\d\d-[01]\d-[0-3]\d\b/, `${path}: date it, YYYY-MM-DD`)
    assert.ok(text.trimEnd().split('\n').length <= 60, `${path}: say it in 60 lines`)
  }
})

test('documents link to what exists', () => {
  const pages = sources('*.md', `{${topFolders}}/**/*.md`)
  const broken = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .map(([, target]) => posix.join(posix.dirname(path), target ?? ''))
      .filter((target) => !existsSync(inRepository(target)))
      .map((target) => `${path} -> ${target}`),
  )
  none(broken, 'Mend the link:')
})

test('docs/operations.md names every setting', () => {
  const operations = sources('docs/operations.md')[0]?.text ?? ''
  const settings = sources('{services/*,cli}/src/config.ts').flatMap(({ text }) =>
    [...text.matchAll(/\benv\.([A-Z][A-Z_]+)|^ {2}([A-Z][A-Z_]+): Type\./gm)].map(
      ([, read, declared]) => read ?? declared ?? '',
    ),
  )
  assert.ok(settings.length > 10, 'settings are spelled in a way that this test does not find')
  none(
    settings.filter((name) => !operations.includes(`\`${name}\``)),
    'Say in docs/operations.md what it is for and what it is without it:',
  )
})
