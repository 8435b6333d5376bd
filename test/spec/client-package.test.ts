import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { testApi } from '../support/api.ts'
import { openSalon } from '../support/salon.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const clientFolder = join(root, 'packages/client')

const consumer = `
import { createSillaClient, createSillaGraphqlClient, graphql } from '@silla/client'

const [baseUrl = '', apiKey = ''] = process.argv.slice(2)
const rest = createSillaClient({ baseUrl, apiKey })
const { data } = await rest.GET('/api/v1/servicios/')
const query = createSillaGraphqlClient({ baseUrl, apiKey })
const salon = await query(graphql('{ servicios { items { nombre } } }'))
const names: string[] = [
  ...(data?.data.servicios ?? []).map(({ nombre }) => nombre),
  ...(salon.data?.servicios.items ?? []).map(({ nombre }) => nombre),
]
console.log(names.join(' '))
`

test('the packed client contains its code and types, and works in another project', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'silla-client-'))
  t.after(() => rm(folder, { recursive: true }))
  const packing = ['pack', '--json', '--loglevel=error', '--pack-destination', folder]
  const { stdout } = await run('npm', packing, { cwd: clientFolder })
  // the output of the build comes first
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [Packed]
  const paths = packed.files.map(({ path }) => path)
  for (const path of ['dist/index.js', 'dist/index.d.ts', 'dist/schema.d.ts', 'README.md'])
    assert.ok(paths.includes(path), `${path} is not packed`)
  assert.deepEqual(paths.filter(isSource), [])

  const modules = join(folder, 'node_modules')
  const installed = join(modules, '@silla/client')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', join(folder, packed.filename), '-C', installed, '--strip-components=1'])
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(root, 'node_modules', name), join(modules, name))
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'salon.ts'), consumer)

  const compiling = ['--module', 'nodenext', '--target', 'esnext', '--types', 'node', 'salon.ts']
  const tsc = join(root, 'node_modules/.bin/tsc')
  await run(tsc, ['--strict', '--noEmit', '--skipLibCheck', ...compiling], { cwd: folder })

  const salon = await openSalon({ services: [{ name: 'Corte', minutes: 30 }] })
  const baseUrl = new URL((await testApi()).url).origin
  const result = await run(process.execPath, ['salon.ts', baseUrl, salon.publishableKey], {
    cwd: folder,
  })
  assert.equal(result.stdout, 'Corte Corte\n')
})

interface Packed {
  filename: string
  files: { path: string }[]
}

const isSource = (path: string) => path.endsWith('.ts') && !path.endsWith('.d.ts')
