import { fail, type Problem } from '@silla/errors'

/** Refuses a request for what is wrong with one of its fields. */
export function failField(field: string, problem: Problem): never {
  fail('VALIDATION_ERROR', { problems: [{ field, problem }] })
}
