import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiSettings } from '../support/servers.ts'
import { openBenchDatabase } from './bench-database.ts'
import { buildCode, buildService } from './code.ts'
import { type Generator, startGenerator } from './load.ts'
import type { Measured } from './measurement.ts'
import { startProgram } from './processes.ts'
import { type BenchSalon, openBenchSalon } from './salon.ts'
import { signInStaff, staffSettings } from './sign-in.ts'

/** Salons with staff, and APIs that sign them in. */
export interface StaffBench {
  /** One for each checkout, on one database. */
  apis: Measured[]
  /** Each sends one load at a time. */
  generators: [Generator, Generator]
  /** A salon, and the token of a manager who has just used a passkey. */
  openSalon(slug: string): Promise<{ salon: BenchSalon; token: string }>
  close(): Promise<void>
}

/** @param others checkouts that are measured beside this one; they need no later migrations */
export async function openStaffBench(others: readonly string[] = []): Promise<StaffBench> {
  const folder = mkdtempSync(join(tmpdir(), 'silla-bench-'))
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const each of closers) await each()
  }
  try {
    const code = await buildCode('.')
    const { urls, admin, owner, postgresPid } = await openBenchDatabase(code, folder, closers)
    const apis: Measured[] = []
    for (const checkout of ['.', ...others]) {
      if (checkout !== '.') buildService(checkout, 'api')
      const program = await startProgram(join(checkout, 'services/api/bin/api.js'), {
        ...apiSettings(urls.api),
        ...staffSettings,
      })
      closers.unshift(program.stop)
      apis.push({ program, postgresPid })
    }
    const generators: [Generator, Generator] = [startGenerator(), startGenerator()]
    closers.unshift(...generators.map((generator) => generator.stop))
    return {
      apis,
      generators,
      close,
      async openSalon(slug) {
        const fixture = { professionals: ['Ana'] }
        const salon = await openBenchSalon({ code, admin, owner }, slug, { fixture })
        const person = { slug, role: 'manager' } as const
        return { salon, token: await signInStaff(code, { admin, cliUrl: urls.cli }, person) }
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
