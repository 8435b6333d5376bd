import { customerArgument } from '../../flags/arguments.ts'
import { businessFlag, outputFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'
import { jsonText } from '../../text/json.ts'

export default class CustomersExport extends SillaCommand {
  static override summary = 'Export all data that a salon stores about a customer'
  static override description =
    'Writes the profile, bookings, orders, points, payments, reviews, sessions, emails, notes and consents as one ' +
    'JSON file, readable only by its owner, to answer a data access request. It contains no ' +
    'secrets. Allergies need SECRETS_KEY to be readable. Without --output the text goes to standard output. The export is recorded in the ' +
    'audit log.'
  static override examples = [
    '<%= config.bin %> customers export barberia-centro lucia@example.com --output lucia.json',
    '<%= config.bin %> customers export barberia-centro 17 --json',
  ]
  static override args = { customer: customerArgument }
  static override flags = {
    business: businessFlag,
    output: outputFlag,
  }

  async run() {
    const { args, flags } = await this.parse(CustomersExport)
    const [
      { exportCustomerAsStaff },
      { findCustomer },
      { endpointParts },
      { customerExportFile },
      { writeTextFile },
    ] = await Promise.all([
      import('@silla/core/customers/export-customer-as-staff'),
      import('@silla/core/customers/find-customer'),
      import('../../db/endpoint-parts.ts'),
      import('../../format/customer-export.ts'),
      import('../../format/write-text-file.ts'),
    ])
    const customer = await findCustomer(await this.operatorContext(flags.business), args.customer)
    const context = await this.operatorContext(flags.business, { customerId: customer.id })
    const records = await exportCustomerAsStaff(context, customer.id, endpointParts().secretsKeys)
    const file = customerExportFile(customer, records, await context.tenant.catalog())
    const text = jsonText(file)
    if (flags.output === undefined) this.log(text)
    else {
      await writeTextFile(flags.output, `${text}\n`, 0o600)
      this.log(`Wrote ${flags.output}.`)
    }
    return { file: flags.output ?? null, records: file }
  }
}
