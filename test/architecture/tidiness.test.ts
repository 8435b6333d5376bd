import { test } from 'node:test'
import { none, type Source, sources } from './sources.ts'

const ourselves = 'test/architecture/tidiness.test.ts'
const everything = sources(
  '*.{md,json,js,ts}',
  '{.npmrc,.gitignore}',
  '.ci/*',
  '{packages,db,tenants,services,cli,test,docs,deploy}/**/*.{ts,js,json,md,sql,yaml,html,css,svg}',
  'deploy/**/*.{sh,service,timer,conf}',
  'deploy/{Containerfile,compose/Caddyfile}',
).filter(({ path }) => path !== ourselves)
const code = everything.filter(({ path }) => /\.(ts|js|sql)$/.test(path))

test('nothing is put off in a comment', () => {
  none(linesWith(code, /\b(TODO|FIXME|XXX|HACK)\b/), 'Do it now, or open an issue:')
})

test('checkers are not silenced, but for a reason', () => {
  const silencers =
    /@ts-(ignore|nocheck|expect-error)|\bas any\b(?! [a-z])|biome-ignore(?! [\w/]+: \w)/
  none(linesWith(code, silencers), 'Declare the type, or give the reason after biome-ignore:')
})

test('nothing depends on one machine', () => {
  none(
    linesWith(everything, /(?<![\w.:}/])\/(work|root|home|Users)\/\w/),
    'Take the path from a setting, from import.meta.url or from the temporary folder:',
  )
})

test('no file names a package registry', () => {
  const settings = everything.filter(({ path }) => /(\.npmrc|package(-lock)?\.json)$/.test(path))
  none(
    linesWith(settings, /registry\s*=|"registry"|publishConfig|_auth/),
    'Leave the registry to the settings of npm:',
  )
})

const linesWith = (files: Source[], pattern: RegExp): string[] =>
  files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [],
      ),
  )
