import { salonStateQueries, type Tx, salonWriteQueries as writes } from '@silla/db'
import { ProvisioningError } from '../business/provisioning-error.ts'
import { type FiledDays, filedDaysOf } from './filed-days.ts'
import type { Salon } from './salon.ts'
import { daysOfDocument } from './salon-file/days-of-document.ts'
import { parseSalonDocument } from './salon-file/parse-salon-file.ts'
import { salonFromFile } from './salon-file/salon-file.ts'
import type { SalonFileDocument } from './salon-file/schema.ts'
import { serializeSalon } from './salon-file/serialize/salon.ts'

/** The salon file that was applied last (D68). */
export interface LastFile {
  /** Counts the files of the salon. */
  number: number
  /** As it was stored. */
  text: string
  /** What it described; null: its rules are those of an earlier release, so nothing can be compared. */
  salon: Salon | null
  /** Its closings and exceptions, which are read whatever else this release refuses. */
  days: FiledDays
}

/** Null: none was applied since files are stored. */
export async function findLastFile(tx: Tx): Promise<LastFile | null> {
  const [stored] = await salonStateQueries.findLastFile(tx)
  if (stored === undefined) return null
  const { number, document: text } = stored
  const document = JSON.parse(text) as SalonFileDocument
  const salon = readStoredFile(document)
  return { number, text, salon, days: salon ? filedDaysOf(salon) : daysOfDocument(document) }
}

function readStoredFile(document: SalonFileDocument): Salon | null {
  try {
    return salonFromFile(parseSalonDocument(document), noRelativeDays)
  } catch (error) {
    if (error instanceof ProvisioningError) return null
    throw error
  }
}

/** Stored files have dates only. */
const noRelativeDays = 0

/** A file as it is stored, from the salon that it describes. */
export const fileText = (filed: Salon): string =>
  JSON.stringify(serializeSalon(filed, { plainTexts: false }))

/** Stores a file, unless it says what the last one said. The latest few are kept. */
export async function storeFile(
  tx: Tx,
  last: LastFile | null,
  text: string,
  appliedAt: Date,
): Promise<{ stored: boolean }> {
  if (last?.text === text) return { stored: false }
  const number = (last?.number ?? 0) + 1
  await writes.insertSalonFile(tx, { number, document: text, appliedAt })
  await writes.deleteOldSalonFiles(tx, number - storedFiles + 1)
  return { stored: true }
}

const storedFiles = 20
