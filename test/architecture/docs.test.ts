import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'
import { inRepository, none, sources } from './sources.ts'

const topFolders = ['packages', 'db', 'tenants', 'services', 'cli', 'test', 'docs', 'deploy']

test('every top-level folder has a README', () => {
  const missing = topFolders.filter((folder) => !existsSync(inRepository(`${folder}/README.md`)))
  none(missing, 'Write a README.md of ten lines: what belongs here, and a good file to copy from:')
})

test('a decision is dated and short', () => {
  const decisions = sources('docs/decisions/*').filter(({ path }) => !path.endsWith('README.md'))
  assert.ok(decisions.length > 0, 'docs/decisions explains why the project is as it is')
  for (const { path, text } of decisions) {
    assert.match(text, /\b20\d\d-[01]\d-[0-3]\d\b/, `${path}: date it, YYYY-MM-DD`)
    assert.ok(text.trimEnd().split('\n').length <= 60, `${path}: shorten it to 60 lines`)
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
  none(broken, 'Fix the link:')
})

test('docs/operations.md names every environment variable', () => {
  const operations = sources('docs/operations.md')[0]?.text ?? ''
  const settings = sources('{packages/*,services/*,cli}/src/config.ts').flatMap(({ text }) =>
    [...text.matchAll(/\benv\.([A-Z][A-Z_]+)|^ {2}([A-Z][A-Z_]+): Type\./gm)].map(
      ([, read, declared]) => read ?? declared ?? '',
    ),
  )
  assert.ok(settings.length > 10, 'this test no longer finds the settings')
  none(
    settings.filter((name) => !operations.includes(`\`${name}\``)),
    'Document it in docs/operations.md, with its default:',
  )
})
