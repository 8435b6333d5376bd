import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The code that is measured: that of this checkout, or of another one. */
export interface MeasuredCode {
  folder: string
  /** With `+` when files differ from that commit. */
  commit: string
  core: typeof import('@silla/core')
  db: typeof import('@silla/db')
  tenants: typeof import('@silla/tenants')
}

/** Builds a service of a checkout, and loads what prepares its database. */
export async function buildCode(
  folder: string,
  service: 'api' | 'worker' = 'api',
): Promise<MeasuredCode> {
  buildService(folder, service)
  const load = (path: string) => import(pathToFileURL(join(folder, path, 'src/index.ts')).href)
  return {
    folder,
    commit: commitOf(folder),
    core: await load('packages/core'),
    db: await load('db'),
    tenants: await load('tenants'),
  }
}

/** Builds a service of a checkout, whose programs are started. */
export function buildService(folder: string, service: 'api' | 'worker'): void {
  if (!existsSync(join(folder, 'services/api/package.json')))
    throw new Error(`${folder} is not a checkout of Silla`)
  execFileSync('npm', ['run', 'build', '--', `--filter=@silla/${service}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

export function commitOf(folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+')
  } catch {
    return 'unknown'
  }
}
