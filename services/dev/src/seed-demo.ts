import { readdirSync, readFileSync } from 'node:fs'
import {
  applySalon,
  listBusinesses,
  parseSalonFile,
  type SalonFile,
  seedDemoActivity,
} from '@silla/core'
import { openPool, SetupError, type Sql } from '@silla/db'
import type { DemoBusiness } from './demo-file.ts'

const seeds = new URL('../../../tenants/seeds/', import.meta.url)

/**
 * Creates the demo businesses that do not exist yet, each from its file in `tenants/seeds`, with
 * past and upcoming bookings. A business that exists is not changed.
 *
 * @param seeded the businesses that an earlier start completed
 */
export async function seedDemo(
  adminUrl: string,
  seeded: readonly DemoBusiness[],
): Promise<DemoBusiness[]> {
  const admin = openPool({ url: adminUrl, max: 1, name: 'silla-seeds' })
  try {
    const { businesses: existing } = await listBusinesses(admin)
    const businesses: DemoBusiness[] = []
    for (const name of seedFileNames()) {
      const unchanged = completed(seeded, existing, name)
      if (unchanged) {
        businesses.push(unchanged)
        continue
      }
      const file = parseSalonFile(readFileSync(new URL(name, seeds), 'utf8'), name)
      const found = existing.find(({ slug }) => slug === file.slug)
      if (found && found.mode !== 'demo') {
        throw new SetupError(
          `The database already has a ${found.mode} business ${file.slug}, so npm start does not ` +
            'use it. Pass another PREPARE_DATABASE_URL.',
        )
      }
      const id = found?.businessId ?? (await createBusiness(admin, file))
      if (!seeded.some((business) => business.id === id)) await seedDemoActivity(admin, file)
      businesses.push(demoBusiness(file, id))
    }
    return businesses
  } finally {
    await admin.end()
  }
}

const seedFileNames = () =>
  readdirSync(seeds)
    .filter((name) => name.endsWith('.yaml'))
    .sort()

/**
 * The business of a file, which has the name of its slug, if an earlier start has completed it and
 * it still exists: then there is no need to parse the file, a fifth of a start.
 */
const completed = (
  seeded: readonly DemoBusiness[],
  existing: readonly { businessId: string; mode: string }[],
  fileName: string,
) =>
  seeded.find(
    ({ slug, id }) =>
      `${slug}.yaml` === fileName &&
      existing.some(({ businessId, mode }) => businessId === id && mode === 'demo'),
  )

async function createBusiness(admin: Sql, file: SalonFile): Promise<string> {
  const { businessId } = await applySalon(admin, file, { staffChanges: 'keep' })
  if (businessId === null) throw new Error(`${file.fileName} created no business`)
  return businessId
}

function demoBusiness(file: SalonFile, id: string): DemoBusiness {
  if (!file.demoKeys)
    throw new Error(`${file.fileName} has no keys: the file of a demo business must contain them`)
  return {
    slug: file.slug,
    id,
    name: file.profile.name,
    timezone: file.settings.timezone,
    publishableKey: file.demoKeys.publishable,
    secretKey: file.demoKeys.secret,
    takesPayments: file.settings.acceptsOnlinePayments,
  }
}
