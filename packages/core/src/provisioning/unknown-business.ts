import { ProvisioningError } from './provisioning-error.ts'

/**
 * BUSINESS_NOT_FOUND with the slug that was asked for, so that whoever tells it can say which one
 * was meant.
 */
export class UnknownBusiness extends ProvisioningError {
  readonly slug: string

  constructor(slug: string) {
    super('BUSINESS_NOT_FOUND', `There is no business called ${slug}.`)
    this.slug = slug
  }
}
