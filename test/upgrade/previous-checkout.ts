import { execFileSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atEnd } from '../support/at-end.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { readPreviousRelease } from './released-schema.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The folder of this checkout. */
export const thisCheckout = root

/**
 * False, or why the release before cannot be checked out: a copy without the history of git has only
 * one release.
 */
export const skipWithoutPreviousRelease: string | false = findCommit()
  ? false
  : `the commit of release ${readPreviousRelease().release} is not in this clone`

function findCommit(): boolean {
  const { commit } = readPreviousRelease()
  const git = (...args: string[]) => {
    try {
      execFileSync('git', ['-C', root, ...args], { stdio: 'ignore', timeout: 20_000 })
      return true
    } catch {
      return false
    }
  }
  return (
    git('cat-file', '-e', `${commit}^{commit}`) ||
    // a shallow clone
    (git('fetch', '--depth', '1', 'origin', commit) && git('cat-file', '-e', `${commit}^{commit}`))
  )
}

/** Writes the files of the release before into a folder that `endFile` removes. */
export function checkOutPreviousRelease(): string {
  const folder = temporaryFolder()
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const archive = execFileSync('git', ['-C', root, 'archive', readPreviousRelease().commit], {
    maxBuffer: 2 ** 28,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  if (hasPackagesOf(folder)) linkPackages(folder)
  else execFileSync('npm', ['ci', '--ignore-scripts', '--prefer-offline'], { cwd: folder })
  return folder
}

/** Whether this checkout has each package that the programs of the other one name, in its version. */
function hasPackagesOf(folder: string): boolean {
  const [theirs, ours] = [lockOf(folder), lockOf(root)]
  const workspaces = Object.entries(theirs).filter(([path]) => !path.includes('node_modules/'))
  return workspaces.every(([path, { dependencies = {} }]) =>
    Object.keys(dependencies).every(
      (name) => versionOf(theirs, path, name) === versionOf(ours, path, name),
    ),
  )
}

type Lock = Record<string, { version?: string; dependencies?: Record<string, string> }>

const lockOf = (folder: string): Lock =>
  JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages

const versionOf = (lock: Lock, workspace: string, name: string) =>
  (lock[`${workspace}/node_modules/${name}`] ?? lock[`node_modules/${name}`])?.version

/** Both releases use the same packages, so they are not installed again: only our own differ. */
function linkPackages(folder: string): void {
  const workspaces = '{db,tenants,cli,packages/*,services/*}'
  const installed = globSync(['node_modules', `${workspaces}/node_modules`], { cwd: root })
  for (const modules of installed) {
    mkdirSync(join(folder, modules), { recursive: true })
    for (const name of readdirSync(join(root, modules)))
      if (name !== '@silla' && name !== '.cache')
        symlinkSync(join(root, modules, name), join(folder, modules, name))
  }
  const own = join(folder, 'node_modules/@silla')
  mkdirSync(own)
  for (const file of globSync(`${workspaces}/package.json`, { cwd: folder })) {
    const { name } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { name: string }
    const link = join(folder, 'node_modules', name)
    if (name.startsWith('@silla/') && !existsSync(link))
      symlinkSync(relative(dirname(link), join(folder, dirname(file))), link)
  }
}
