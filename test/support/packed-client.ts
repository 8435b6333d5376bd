import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { atEnd } from './at-end.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const clientFolder = join(root, 'packages/client')

/** A project outside the workspace in which the packed client is installed. */
export interface ClientProject {
  folder: string
  /** The paths in the package. */
  packed: string[]
  write(path: string, text: string): Promise<void>
  /** Runs a tool of the workspace in the project; resolves to its output. */
  run(tool: 'tsc' | 'esbuild' | 'node', ...args: string[]): Promise<string>
}

export async function openClientProject(): Promise<ClientProject> {
  const folder = await mkdtemp(join(tmpdir(), 'silla-client-'))
  atEnd(() => rm(folder, { recursive: true }))
  const packing = ['pack', '--json', '--loglevel=error', '--pack-destination', folder]
  const { stdout } = await run('npm', packing, { cwd: clientFolder })
  // the output of the build comes first
  const [pack] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [Packed]

  const modules = join(folder, 'node_modules')
  const installed = join(modules, '@silla/client')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', join(folder, pack.filename), '-C', installed, '--strip-components=1'])
  const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(root, 'node_modules', name), join(modules, name))
  }
  const project: ClientProject = {
    folder,
    packed: pack.files.map(({ path }) => path),
    write: (path, text) => writeFile(join(folder, path), text),
    async run(tool, ...args) {
      const program = tool === 'node' ? process.execPath : join(root, 'node_modules/.bin', tool)
      return (await run(program, args, { cwd: folder })).stdout
    },
  }
  await project.write('package.json', '{ "type": "module" }')
  return project
}

interface Packed {
  filename: string
  files: { path: string }[]
}
