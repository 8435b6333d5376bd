import { type ImportNote, importNote } from '@silla/errors'
import type { Catalog, Service } from '../catalog/catalog.ts'
import { openSlices } from '../slices.ts'
import type { BusyTimes } from './busy-times.ts'
import { customerIdentity, externalHash } from './external-hash.ts'
import type { RowOutcome, RowReport, UnknownName } from './import-report.ts'
import type { NamedEntries } from './named-entries.ts'
import { type ImportedVisit, planImportedVisit } from './plan-imported-visit.ts'
import type { BookingFile, BookingRow } from './read-booking-file.ts'
import { shortened } from './shortened.ts'

/** A row that is to be written. */
export interface PlannedRow {
  row: BookingRow
  hash: string
  report: RowReport
  visit: ImportedVisit
}

export const hashOf = (businessId: string, source: string, row: BookingRow): string =>
  externalHash(
    businessId,
    source,
    'booking',
    row.externalId === ''
      ? ['visit', row.startsAt.toISOString(), row.service, row.professional, ...whoOf(row)]
      : ['id', row.externalId],
  )

const whoOf = ({ customerId, contact }: BookingRow): string[] =>
  customerIdentity({ externalId: customerId, ...contact }) ?? ['name', contact.name]

interface Planning {
  businessId: string
  catalog: Catalog
  names: NamedEntries
  known: ReadonlySet<string>
  file: BookingFile
  now: Date
}

/** Decides what becomes of each row, in their order: a row takes its time from those that follow. */
export async function planRows(
  { businessId, catalog, names, known, file, now }: Planning,
  taken: BusyTimes,
): Promise<{ rows: RowReport[]; planned: PlannedRow[]; unknownNames: UnknownName[] }> {
  const earlier = new Map<string, BookingRow>()
  const unknownNames = new Map<string, UnknownName>()
  const rows: RowReport[] = []
  const planned: PlannedRow[] = []
  const slices = openSlices()
  for (const row of file.rows) {
    const pause = slices.pause()
    if (pause !== undefined) await pause
    const hash = hashOf(businessId, file.source, row)
    const before = earlier.get(hash)
    const report = reportOf(row)
    rows.push(report)
    const end = (outcome: RowOutcome, note: ImportNote | null) => {
      report.outcome = outcome
      if (note !== null) report.notes.push(note)
    }
    if (row.problem !== null) end('refused', row.problem)
    else if (before) repeat(report, before, row)
    else if (known.has(hash)) end('unchanged', null)
    else if (row.state === 'cancelled') end('skipped', importNote('cancelled'))
    else {
      const found = entriesOf(catalog, names, row, unknownNames)
      if ('code' in found) end(found.code === 'left_out' ? 'skipped' : 'refused', found)
      else {
        const visit = planImportedVisit(
          catalog,
          row,
          found.services,
          found.professional,
          taken,
          now,
        )
        if ('outcome' in visit) end(visit.outcome, visit.note)
        else if (row.state === 'no_show' && visit.endsAt > now)
          end('refused', importNote('missed_too_early'))
        else {
          taken.add(visit.claims, importNote('taken_by_line', { line: row.line }))
          planned.push({ row, hash, report, visit })
        }
      }
    }
    if (!before) earlier.set(hash, row)
  }
  return { rows, planned, unknownNames: [...unknownNames.values()] }
}

const reportOf = ({ line, externalId, notes }: BookingRow): RowReport => ({
  line,
  externalId: externalId === '' ? null : externalId,
  outcome: 'created',
  id: null,
  notes: [...notes],
})

/** A row with the id of an earlier one. */
function repeat(report: RowReport, before: BookingRow, row: BookingRow): void {
  const isSame =
    before.startsAt.getTime() === row.startsAt.getTime() &&
    before.service === row.service &&
    before.professional === row.professional
  report.outcome = isSame ? 'duplicate' : 'refused'
  report.notes.push(
    isSame
      ? importNote('same_visit', { line: before.line })
      : importNote('id_repeated', { line: before.line }),
  )
}

/** A note is why the row is not imported. */
function entriesOf(
  catalog: Catalog,
  names: NamedEntries,
  row: BookingRow,
  unknownNames: Map<string, UnknownName>,
) {
  const count = (kind: UnknownName['kind'], name: string): ImportNote => {
    const known = unknownNames.get(`${kind} ${name}`)
    if (known) known.rows++
    else unknownNames.set(`${kind} ${name}`, { kind, name, rows: 1 })
    return importNote(`${kind}_unknown`, { text: shortened(name) })
  }
  const services: Service[] = []
  for (const name of namesIn(names, row.service)) {
    const service = names.service(name)
    if (service === 'skip') return importNote('left_out')
    if (service === 'unknown') return count('service', name)
    services.push(service)
  }
  const [only] = catalog.professionals
  const professional =
    row.professional === '' && catalog.professionals.length === 1 && only
      ? only
      : names.professional(row.professional)
  if (professional === 'skip') return importNote('left_out')
  if (row.professional === '' && professional === 'unknown')
    return importNote('professional_missing')
  if (professional === 'unknown') return count('professional', row.professional)
  return { services, professional }
}

/** A cell may name several services: `Haircut + Beard`. */
function namesIn(names: NamedEntries, cell: string): string[] {
  const parts = cell.split(/\s*[+;,]\s*/).filter((part) => part !== '')
  return names.service(cell) === 'unknown' && parts.length > 1 ? parts : [cell]
}
