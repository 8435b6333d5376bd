import { ProvisioningError } from '../provisioning-error.ts'
import type { NewBusiness } from '../salon.ts'
import { parseCategories, parsePackages, parseProducts, parseServices } from './parse/catalog.ts'
import { parseDemo, parseDemoKeys } from './parse/demo.ts'
import { parseProfessionals } from './parse/professionals.ts'
import { parseLimits, parseProfile, parseSettings } from './parse/profile.ts'
import { parseClosings, parseOpenings } from './parse/schedule.ts'
import { validateShape } from './parse/validate-shape.ts'
import type { ParseContext } from './parse/values.ts'
import { parseYaml, type YamlDocument } from './parse/yaml-document.ts'
import type { SalonFile } from './salon-file.ts'
import { SalonFileError, type SalonFileProblem } from './salon-file-error.ts'
import { knownKeys, type SalonFileDocument } from './schema.ts'

/**
 * Reads one salon from the text of its file (docs/salon-file.md). What is returned can be applied
 * as it is.
 * @param fileName only for telling problems
 * @throws SalonFileError with every problem found: of YAML first; then of words and shapes, and of
 *   what all that has its shape means
 */
export function parseSalonFile(text: string, fileName: string): SalonFile {
  const yaml = parseYaml(text, knownKeys())
  if ('problems' in yaml) throw new SalonFileError(fileName, yaml.problems)
  return parseYamlDocument(yaml.document, fileName)
}

/** The same for what is no text any more. */
export function parseYamlDocument(document: YamlDocument, fileName: string): SalonFile {
  const shape = validateShape(document)
  if ('problems' in shape) {
    throw new SalonFileError(fileName, [
      ...shape.problems,
      ...problemsOfRest(document, fileName, shape.problems),
    ])
  }
  const { file, problems } = readMeaning(shape.written, fileName, document)
  if (problems.length > 0) throw new SalonFileError(fileName, problems)
  return file
}

/**
 * What is wrong with the meaning of those entries that have their shape; what names one that has
 * not is left alone.
 */
function problemsOfRest(
  document: YamlDocument,
  fileName: string,
  wrong: readonly SalonFileProblem[],
) {
  const lost = new Set(wrong.map(({ path }) => path.split('.').slice(0, 2).join('.')))
  const rest = validateShape({ ...document, data: withoutEntries(document.data, lost) })
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
        ? Object.fromEntries(
            Object.entries(entries).filter(([handle]) => !lost.has(`${list}.${handle}`)),
          )
        : entries,
    ]),
  )
}

const isHolder = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param lost handles of entries that are there and could not be read */
function readMeaning(
  written: SalonFileDocument,
  fileName: string,
  document: YamlDocument,
  lost: ReadonlySet<string | undefined> = new Set(),
) {
  const problems: SalonFileProblem[] = []
  const reading: ParseContext = {
    addProblem(path, message, at) {
      const named = path.reduce<unknown>(
        (value, word) => (value as Record<string, unknown> | undefined)?.[word],
        written,
      )
      if (typeof named !== 'string' || !lost.has(named))
        problems.push(document.problem(path, message, at))
    },
    mode: written.mode,
    mainLanguage: written.settings.language,
  }
  const categories = parseCategories(written.categories, reading)
  const services = parseServices(written.services, categories, reading)
  const professionals = parseProfessionals(written.professionals, services, reading)
  const file: SalonFile = {
    fileName,
    slug: written.salon,
    mode: written.mode,
    profile: parseProfile(written, reading),
    settings: parseSettings(written, reading),
    rates: parseLimits(written),
    openings: parseOpenings(written.hours, reading),
    closings: parseClosings(written.closings, reading),
    categories,
    services,
    professionals,
    products: parseProducts(written.products, categories, reading),
    pointsPackages: parsePackages(written.points_packages, reading),
    demoKeys: parseDemoKeys(written.keys, reading),
    demo: parseDemo(written.demo, professionals, reading),
  }
  return { file, problems }
}

/**
 * Reads a salon that is written in the words of the file but was never a text, checked as if
 * somebody had typed it.
 * @throws ProvisioningError NOT_VALID with every problem
 */
export function parseSalonDocument(data: Record<string, unknown> & { salon: string }): SalonFile {
  const document: YamlDocument = {
    data,
    problem: (path, message) => ({
      line: 1,
      column: 1,
      path: String(path.findLast((step) => typeof step === 'string') ?? ''),
      message,
    }),
  }
  try {
    return parseYamlDocument(document, data.salon)
  } catch (error) {
    if (!(error instanceof SalonFileError)) throw error
    throw new ProvisioningError(
      'NOT_VALID',
      error.problems.map(({ path, message }) => `${path}: ${message}`).join('\n'),
    )
  }
}

/**
 * The file of a salon of which only the name and the place are known, checked as if somebody had
 * written it.
 * @throws ProvisioningError NOT_VALID with every problem
 */
export function minimalSalonFile(input: NewBusiness): SalonFile {
  return parseSalonDocument({
    salon: input.slug,
    mode: input.mode,
    name: input.name.trim().normalize('NFC'),
    address: { country: input.country },
    settings: { currency: input.currency, timezone: input.timezone, language: input.language },
    hours: {},
  })
}
