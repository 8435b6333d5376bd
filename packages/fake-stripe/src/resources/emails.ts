import { wrongParameter } from '../stripe-error.ts'

/** @throws StripeApiError 400 email_invalid */
export function assertEmail(email: string, param: string): void {
  if (/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email) && email.length <= 512) return
  throw wrongParameter(param, `Invalid email address: ${email}`, 'email_invalid')
}
