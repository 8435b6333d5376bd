import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { buildWidget } from '@silla/widget'
import {
  bookingBytes,
  budgetBytes,
  checkBudget,
} from '../../../packages/widget/src/build/budget.ts'
import { readOutput, writeOutput } from '../../../packages/widget/src/build/output-folder.ts'
import { shortNames } from '../../../packages/widget/src/build/short-names.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const widget = await buildWidget()
const text = (name: string) => widget.files.get(name)?.content.toString() ?? ''

test('two builds of the same sources are the same release', async () => {
  const again = await buildWidget()
  assert.equal(again.hash, widget.hash)
  assert.deepEqual(again.files, widget.files)
  assert.match(widget.hash, /^[0-9a-f]{16}$/)
})

test('every file has its integrity', () => {
  for (const [name, { content, integrity }] of widget.files) {
    const digest = createHash('sha384').update(content).digest('base64')
    assert.equal(integrity, `sha384-${digest}`, name)
  }
})

test('the entry is small, and each element and language has a file of its name in the release', () => {
  const entry = text('silla.js')
  assert.ok(entry.length < 2000, `${entry.length} bytes`)
  assert.ok(entry.includes(widget.hash))
  for (const [name, files] of Object.entries(widget.chunks)) {
    assert.ok(files.length > 0, name)
    assert.equal(files[0], `${name}.js`)
    for (const file of files) assert.ok(widget.files.has(file), file)
  }
})

test('every import leads to a file of the release', () => {
  for (const [name] of widget.files)
    for (const [, target = ''] of text(name).matchAll(/(?:from|import)\s*\(?"(\.[^"]+)"/g)) {
      const [folder, file] = target.split('/').slice(-2)
      assert.equal(folder, widget.hash, `${name} imports ${target}`)
      assert.ok(widget.files.has(file ?? ''), `${name} imports ${target}`)
    }
})

test('an element loads the texts of one language', () => {
  const sentence = { es: 'Elige una hora', en: 'Choose a time', ar: 'اختر وقتًا' }
  const { es, en, ar, ...elements } = widget.chunks
  for (const file of Object.values(elements).flat())
    for (const words of Object.values(sentence)) assert.ok(!text(file).includes(words), file)
  for (const [language, files] of Object.entries({ es, en, ar }))
    for (const [other, words] of Object.entries(sentence))
      assert.equal(
        files.some((file) => text(file).includes(words)),
        other === language,
      )
})

test('nothing needs eval or inline styles, which a strict policy of a site refuses', () => {
  for (const [name] of widget.files) {
    assert.doesNotMatch(text(name), /\beval\(|new Function\(/, name)
    assert.doesNotMatch(text(name), /<style|\sstyle="/, name)
  }
})

test('a booking fits into the budget, and the build fails when it does not', () => {
  checkBudget(widget)
  const name = 'booking.js'
  const file = widget.files.get(name) ?? assert.fail()
  // random bytes cannot be compressed
  const grown = { ...file, content: randomBytes(budgetBytes) }
  const files = new Map(widget.files).set(name, grown)
  assert.throws(() => checkBudget({ ...widget, files }), /more than 30720 bytes/)
})

test('the budget counts what is loaded until a visit is booked in one language', () => {
  const files = new Map(
    [
      ...['silla.js', 'booking.js', 'manage.js', 'manage-en.js', 'late.js'],
      ...['es.js', 'en.js', 'ar.js'],
    ].map((name) => [name, { content: Buffer.from(name), integrity: '' }]),
  )
  const chunks = {
    booking: ['booking.js'],
    manage: ['manage.js'],
    es: ['es.js'],
    en: ['en.js'],
    ar: ['ar.js'],
    'manage-es': ['manage-es.js'],
    'manage-en': ['manage-en.js'],
    'manage-ar': ['manage-ar.js'],
  }
  const size = (...names: string[]) =>
    names.reduce((sum, name) => sum + gzipSync(name, { level: 9 }).length, 0)
  assert.deepEqual(bookingBytes({ hash: '', files, chunks }), [
    { language: 'es', bytes: size('silla.js', 'booking.js', 'es.js') },
    { language: 'en', bytes: size('silla.js', 'booking.js', 'en.js') },
    { language: 'ar', bytes: size('silla.js', 'booking.js', 'ar.js') },
  ])
})

test('what npm run build has written is read as it was built', async (t) => {
  const folder = outputFolder(t)
  await writeOutput(folder, widget)
  assert.deepEqual(await readOutput(folder), widget)
  // a file of an earlier build does not stay
  await writeFile(join(folder, 'silla-old.js'), '')
  await writeOutput(folder, widget)
  assert.deepEqual((await readdir(folder)).sort(), [...widget.files.keys(), 'manifest.json'].sort())
})

test('a build that is missing, or was changed afterwards, is not served', async (t) => {
  const folder = outputFolder(t)
  await assert.rejects(readOutput(folder), /npm run build/)
  await writeOutput(folder, widget)
  await appendFile(join(folder, 'silla.js'), '\n')
  await assert.rejects(readOutput(folder), /silla\.js is not that of its manifest/)
})

function outputFolder(t: TestContext): string {
  const folder = temporaryFolder()
  t.after(() => rm(folder, { recursive: true }))
  return join(folder, 'browser')
}

test('a name that the build shortens is known to our own code alone', async () => {
  const foreign = [
    'node_modules/@typescript/typescript-*/lib/lib.*.d.ts',
    'node_modules/@stripe/stripe-js/dist/**/*.d.ts',
    'node_modules/lit-html/lit-html.js',
    'packages/client/src/{schema,options}.ts',
    'packages/widget/src/booking/{state,booking-body}.ts',
  ]
  const files = foreign.flatMap((pattern) => {
    const found = globSync(pattern, { cwd: root })
    assert.ok(found.length > 0, pattern)
    return found
  })
  const texts = await Promise.all(files.map((path) => readFile(join(root, path), 'utf8')))
  // sentences of comments use our words too
  const code = texts.map((text) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''))
  const known = new Set(code.flatMap((text) => text.match(/\w+/g) ?? []))
  assert.deepEqual(
    shortNames.filter((name) => known.has(name)),
    [],
  )
})
