import { posix } from 'node:path'
import { test } from 'node:test'
import { codeOf, importsOf, none, tests } from './sources.ts'

const code = codeOf()
const readers = [...code, ...tests().filter(({ path }) => !path.startsWith('test/architecture/'))]

/** Where programs and packages begin; the last one oclif loads by its name. */
const entrance = /\/(index|main)\.ts$|\/bin\/\w+\.js$|^cli\/src\/command-not-found\.ts$/

test('every file is needed by another', () => {
  const needed = new Set(
    readers.flatMap(({ path, ...source }) =>
      importsOf({ path, ...source }).map((name) => posix.join(posix.dirname(path), name)),
    ),
  )
  const idle = code.filter(
    ({ path, text }) => !needed.has(path) && !entrance.test(path) && !/^declare module/m.test(text),
  )
  none(
    idle.map(({ path }) => path),
    'Use it or remove it:',
  )
})

test('what a file exports is used by another', () => {
  const idle = code.flatMap(({ path, text }) =>
    [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)]
      .map(([, name]) => name ?? '')
      .filter((name) => {
        const word = new RegExp(`\\b${name}\\b`)
        return !readers.some(
          (reader) =>
            reader.path !== path && !/src\/index\.ts$/.test(reader.path) && word.test(reader.text),
        )
      })
      .map((name) => `${path} ${name}`),
  )
  none(idle, 'Take the word export away, or all of it:')
})
