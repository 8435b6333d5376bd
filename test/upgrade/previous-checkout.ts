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
  if (JSON.stringify(packagesOf(folder)) === JSON.stringify(packagesOf(root))) linkPackages(folder)
  else execFileSync('npm', ['ci', '--ignore-scripts', '--prefer-offline'], { cwd: folder })
  return folder
}

/** Version by folder of what npm installs. */
function packagesOf(folder: string): Record<string, string | undefined> {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const packages = Object.entries<{ version?: string; link?: boolean }>(lock.packages)
  return Object.fromEntries(
    packages
      .filter(([path, { link }]) => path.includes('node_modules/') && !link)
      .map(([path, { version }]) => [path, version]),
  )
}

/** Both releases use the same packages, so they are not installed again: only ours differ. */
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
