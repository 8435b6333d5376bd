import { ProvisioningError } from '../../business/provisioning-error.ts'
import type { NewBusiness } from '../salon.ts'
import {
  parseCategories,
  parsePackages,
  parseProducts,
  parseResources,
  parseServices,
} from './parse/catalog.ts'
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
 * Parses the text of a salon file (docs/salon-file.md).
 * @param fileName for error messages
 * @throws SalonFileError with every problem found. Problems of the YAML syntax are reported alone;
 *   problems of the schema together with those of the values that have the right shape
 */
export function parseSalonFile(text: string, fileName: string): SalonFile {
  const yaml = parseYaml(text, knownKeys())
  if ('problems' in yaml) throw new SalonFileError(fileName, yaml.problems)
  return parseYamlDocument(yaml.document, fileName)
}

/** Parses a document whose YAML is already parsed. @throws SalonFileError */
export function parseYamlDocument(yaml: YamlDocument, fileName: string): SalonFile {
  const shape = validateShape(yaml)
  if ('problems' in shape) {
    throw new SalonFileError(fileName, [
      ...shape.problems,
      ...problemsOfRest(yaml, fileName, shape.problems),
    ])
  }
  const { file, problems } = parseValues(shape.document, fileName, yaml)
  if (problems.length > 0) throw new SalonFileError(fileName, problems)
  return file
}

/**
 * Parses a salon file that was built in memory, with the same checks.
 * @throws ProvisioningError NOT_VALID with every problem
 */
export function parseSalonDocument(data: Record<string, unknown> & { salon: string }): SalonFile {
  const yaml: YamlDocument = {
    data,
    problem: (path, message) => ({
      line: 1,
      column: 1,
      path: String(path.findLast((step) => typeof step === 'string') ?? ''),
      message,
    }),
  }
  try {
    return parseYamlDocument(yaml, data.salon)
  } catch (error) {
    if (!(error instanceof SalonFileError)) throw error
    throw new ProvisioningError(
      'NOT_VALID',
      error.problems.map(({ path, message }) => `${path}: ${message}`).join('\n'),
    )
  }
}

/**
 * The file of a new business without services and opening hours.
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

/** Checks the values of the entries whose shape is valid, so that one run reports all problems. */
function problemsOfRest(
  yaml: YamlDocument,
  fileName: string,
  shapeProblems: readonly SalonFileProblem[],
) {
  const invalid = new Set(shapeProblems.map(({ path }) => path.split('.').slice(0, 2).join('.')))
  const rest = validateShape({ ...yaml, data: withoutEntries(yaml.data, invalid) })
  if ('problems' in rest) return []
  const handles = new Set([...invalid].map((path) => path.split('.')[1]))
  return parseValues(rest.document, fileName, yaml, handles).problems
}

/** Also removes the demo section, which depends on all professionals. */
function withoutEntries(data: unknown, invalid: ReadonlySet<string>): unknown {
  if (!isMapping(data)) return data
  const sections = Object.entries(data).filter(([section]) => section !== 'demo')
  return Object.fromEntries(
    sections.map(([section, entries]) => [
      section,
      isMapping(entries)
        ? Object.fromEntries(
            Object.entries(entries).filter(([handle]) => !invalid.has(`${section}.${handle}`)),
          )
        : entries,
    ]),
  )
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * @param invalidHandles entries that exist but were removed because their shape is not valid.
 *   References to them are not reported
 */
function parseValues(
  document: SalonFileDocument,
  fileName: string,
  yaml: YamlDocument,
  invalidHandles: ReadonlySet<string | undefined> = new Set(),
) {
  const problems: SalonFileProblem[] = []
  const context: ParseContext = {
    addProblem(path, message, at) {
      const named =
        at === 'key'
          ? path.at(-1)
          : path.reduce<unknown>(
              (holder, key) => (holder as Record<string, unknown> | undefined)?.[key],
              document,
            )
      if (typeof named !== 'string' || !invalidHandles.has(named))
        problems.push(yaml.problem(path, message, at))
    },
    mode: document.mode,
    mainLanguage: document.settings.language,
  }
  const categories = parseCategories(document.categories, context)
  const resourceTypes = parseResources(document.resources, context)
  const services = parseServices(document.services, { categories, resourceTypes }, context)
  const professionals = parseProfessionals(document.professionals, services, context)
  const file: SalonFile = {
    fileName,
    slug: document.salon,
    mode: document.mode,
    profile: parseProfile(document, context),
    settings: parseSettings(document, context),
    rates: parseLimits(document),
    openings: parseOpenings(document.hours, context),
    closings: parseClosings(document.closings, context),
    categories,
    resourceTypes,
    services,
    professionals,
    products: parseProducts(document.products, categories, context),
    pointsPackages: parsePackages(document.points_packages, context),
    demoKeys: parseDemoKeys(document.keys, context),
    demo: parseDemo(document.demo, professionals, context),
  }
  return { file, problems }
}
