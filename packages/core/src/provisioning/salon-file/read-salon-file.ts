import { readDemo, readDemoKeys } from './parse/demo.ts'
import { readLimits } from './parse/limits.ts'
import type { Reading } from './parse/parse-context.ts'
import { readPackages, readProducts } from './parse/products.ts'
import { readProfessionals } from './parse/professionals.ts'
import { readProfile, readSettings } from './parse/profile.ts'
import { readClosings, readOpenings } from './parse/schedule.ts'
import { readCategories, readServices } from './parse/services.ts'
import { shapeOf } from './parse/validate-shape.ts'
import { readYaml, type YamlDocument } from './parse/yaml-document.ts'
import type { SalonFile } from './salon-file.ts'
import { type SalonFileProblem, SalonFileProblems } from './salon-file-error.ts'
import { formatWords, type WrittenSalon } from './schema.ts'

/**
 * Reads one salon from the text of its file (docs/salon-file.md). What is returned can be applied as it is.
 * @param fileName only for telling problems
 * @throws SalonFileProblems with every problem found: of YAML first; then of words and shapes, and of what all that has its shape means
 */
export function readSalonFile(text: string, fileName: string): SalonFile {
  const yaml = readYaml(text, formatWords())
  if ('problems' in yaml) throw new SalonFileProblems(fileName, yaml.problems)
  return readDocument(yaml.document, fileName)
}

/** The same for what is no text any more. */
export function readDocument(document: YamlDocument, fileName: string): SalonFile {
  const shape = shapeOf(document)
  if ('problems' in shape) {
    throw new SalonFileProblems(fileName, [...shape.problems, ...problemsOfRest(document, fileName, shape.problems)])
  }
  const { file, problems } = readMeaning(shape.written, fileName, document)
  if (problems.length > 0) throw new SalonFileProblems(fileName, problems)
  return file
}

/** What is wrong with the meaning of those entries that have their shape; what names one that has not is left alone. */
function problemsOfRest(document: YamlDocument, fileName: string, wrong: readonly SalonFileProblem[]) {
  const lost = new Set(wrong.map(({ path }) => path.split('.').slice(0, 2).join('.')))
  const rest = shapeOf({ ...document, data: withoutEntries(document.data, lost) })
  if ('problems' in rest) return []
  const handles = new Set([...lost].map((path) => path.split('.')[1]))
  return readMeaning(rest.written, fileName, document, handles).problems
}

/** Without the demo section as well, which counts on all of the team. */
function withoutEntries(data: unknown, lost: ReadonlySet<string>): unknown {
  if (!isHolder(data)) return data
  const lists = Object.entries(data).filter(([list]) => list !== 'demo')
  return Object.fromEntries(
    lists.map(([list, entries]) => [
      list,
      isHolder(entries)
        ? Object.fromEntries(Object.entries(entries).filter(([handle]) => !lost.has(`${list}.${handle}`)))
        : entries,
    ]),
  )
}

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param lost handles of entries that are there and could not be read */
function readMeaning(
  written: WrittenSalon,
  fileName: string,
  document: YamlDocument,
  lost: ReadonlySet<string | undefined> = new Set(),
) {
  const problems: SalonFileProblem[] = []
  const reading: Reading = {
    wrong(path, message, at) {
      const named = path.reduce<unknown>(
        (value, word) => (value as Record<string, unknown> | undefined)?.[word],
        written,
      )
      if (typeof named !== 'string' || !lost.has(named)) problems.push(document.problem(path, message, at))
    },
    mode: written.mode,
    mainLanguage: written.settings.language,
  }
  const categories = readCategories(written.categories, reading)
  const services = readServices(written.services, categories, reading)
  const professionals = readProfessionals(written.professionals, services, reading)
  const file: SalonFile = {
    fileName,
    slug: written.salon,
    mode: written.mode,
    profile: readProfile(written, reading),
    settings: readSettings(written, reading),
    rates: readLimits(written),
    openings: readOpenings(written.hours, reading),
    closings: readClosings(written.closings, reading),
    categories,
    services,
    professionals,
    products: readProducts(written.products, categories, reading),
    pointsPackages: readPackages(written.points_packages, reading),
    demoKeys: readDemoKeys(written.keys, reading),
    demo: readDemo(written.demo, professionals, reading),
  }
  return { file, problems }
}
