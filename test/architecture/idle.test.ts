import { posix } from 'node:path'
import { test } from 'node:test'
import { codeOf, importsOf, none, tests } from './sources.ts'

const code = codeOf()
const readers = [...code, ...tests().filter(({ path }) => !path.startsWith('test/architecture/'))]

/**
 * Entry points of programs, packages, the widget and a build; oclif loads the last one by its name.
 */
const entryPoint =
  /\/(index|main|silla-booking|silla-manage)\.ts$|\/bin\/\w+\.js$|\/write-reader-script\.ts$|^cli\/src\/command-not-found\.ts$/

test('every file is imported by another', () => {
  const needed = new Set(
    readers.flatMap(({ path, ...source }) =>
      importsOf({ path, ...source }).map((name) => posix.join(posix.dirname(path), name)),
    ),
  )
  const unused = code.filter(
    ({ path, text }) =>
      !needed.has(path) && !entryPoint.test(path) && !/^declare module/m.test(text),
  )
  none(
    unused.map(({ path }) => path),
    'Use it or remove it:',
  )
})

test('every export is used by another file', () => {
  const filesOfWord = new Map<string, Set<string>>()
  for (const { path, text } of readers.filter((reader) => !/src\/index\.ts$/.test(reader.path)))
    for (const [word] of text.matchAll(/\w+/g))
      filesOfWord.getOrInsertComputed(word, () => new Set()).add(path)
  const unused = code.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)]
      .map(([, name]) => name ?? '')
      .filter((name) => (filesOfWord.get(name) ?? new Set()).difference(new Set([path])).size === 0)
      .map((name) => `${path} ${name}`),
  )
  none(unused, 'Remove the export keyword, or the code:')
})
