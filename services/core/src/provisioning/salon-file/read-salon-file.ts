import { readDemo, readDemoKeys } from './demo.ts'
import { readClosings, readOpenings } from './hours.ts'
import { readLimits } from './limits.ts'
import { readCategories, readServices } from './menu.ts'
import { type SalonFileProblem, SalonFileProblems } from './problem.ts'
import { readProfile, readSettings } from './profile.ts'
import type { Reading } from './reading.ts'
import type { SalonFile } from './salon-file.ts'
import { formatWords, type WrittenSalon } from './schema.ts'
import { shapeOf } from './shape.ts'
import { readPackages, readProducts } from './shop.ts'
import { readProfessionals } from './team.ts'
import { readYaml, type YamlDocument } from './yaml-document.ts'

/**
 * Reads one salon from the text of its file (docs/salon-file.md). What is returned can be applied as it is.
 * @param fileName only for telling problems
 * @throws SalonFileProblems with every problem that this stage found: YAML first, then words and shapes, then what they mean together
 */
export function readSalonFile(text: string, fileName: string): SalonFile {
  const yaml = readYaml(text, formatWords())
  if ('problems' in yaml) throw new SalonFileProblems(fileName, yaml.problems)
  return readDocument(yaml.document, fileName)
}

/** The same for what is no text any more. */
export function readDocument(document: YamlDocument, fileName: string): SalonFile {
  const shape = shapeOf(document)
  if ('problems' in shape) throw new SalonFileProblems(fileName, shape.problems)
  const { file, problems } = readMeaning(shape.written, fileName, document)
  if (problems.length > 0) throw new SalonFileProblems(fileName, problems)
  return file
}

function readMeaning(written: WrittenSalon, fileName: string, document: YamlDocument) {
  const problems: SalonFileProblem[] = []
  const reading: Reading = {
    wrong: (path, message, at) => void problems.push(document.problem(path, message, at)),
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
