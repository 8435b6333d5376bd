import { type FieldProblem, fail, type Problem } from '@silla/errors'
import type { Language } from '@silla/locale'
import type { ParseContext } from '../provisioning/salon-file/parse/values.ts'

/**
 * Runs the checks of the salon file over values whose form is right, and names what they find by the
 * fields of the request.
 *
 * @param fieldOf the field of a key of the salon file; undefined: the key is not one of a field
 * @throws VALIDATION_ERROR with every problem
 */
export function checked<Result>(
  mainLanguage: Language,
  fieldOf: (key: string) => string | undefined,
  parse: (context: ParseContext) => Result,
): Result {
  const problems = new Map<string, FieldProblem>()
  const result = parse({
    // only a demo may have days that count from its creation
    mode: 'live',
    mainLanguage,
    addProblem(path) {
      const keys = path.filter((step) => typeof step === 'string')
      const key = keys.at(-1) ?? ''
      // within a value of several parts, the field is the whole value
      const field =
        keys.map(fieldOf).findLast((found) => found !== undefined) ?? fieldOf(key) ?? key
      if (!problems.has(field)) problems.set(field, { field, problem: problemOf(key) })
    },
  })
  if (problems.size > 0) fail('VALIDATION_ERROR', { problems: [...problems.values()] })
  return result
}

/** For a check of its own that names one field. @throws VALIDATION_ERROR */
export function failSetting(field: string, problem: Problem): never {
  fail('VALIDATION_ERROR', { problems: [{ field, problem }] })
}

/** What can be wrong with a value of the right form, by its key in the salon file. */
const problemOf = (key: string): Problem => problems[key] ?? 'bad_format'

const problems: Record<string, Problem> = {
  category: 'no_such_entry',
  needs: 'no_such_entry',
  price: 'two_decimals',
  offer_price: 'not_below_price',
  phases: 'bad_phases',
  duration: 'phases_missing',
  timezone: 'no_such_time_zone',
  notifications: 'email_missing',
  refund_tiers: 'after_deadline',
  hours: 'repeated_hours',
  email: 'bad_email',
  phone: 'bad_phone',
  country: 'no_such_country',
  color: 'low_contrast',
  break: 'outside_hours',
}
