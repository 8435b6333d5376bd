import type { Failure } from '../api/failure.ts'
import type { Problems } from '../form/field.ts'

/** What the API has found wrong with the details of a customer, in the order of the form. */
export function problemsOf(failure: Failure): Problems {
  if (failure.code === 'PHONE_REQUIRED') return { phone: failure.message }
  const found = Object.entries(wireNames).flatMap(([name, campo]) => {
    const problem = failure.problemOf(campo)
    return problem ? [[name, problem] as const] : []
  })
  return Object.fromEntries(found)
}

const wireNames = { name: 'nombre', email: 'email', phone: 'telefono', notes: 'notas' }
