import { businessFlag } from '../../flags/business-flag.ts'
import { customerArgument } from '../../flags/customer-argument.ts'
import { outputFlag } from '../../flags/output-flag.ts'
import { jsonText } from '../../format/json-text.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class CustomersExport extends SillaCommand {
  static override summary = 'Write down all that a salon keeps about a customer'
  static override description =
    'Profile, bookings, orders, points, payments, reviews, sessions and letters as one JSON file that only its owner may read, for whoever asks what is kept about them. Secrets are not among it. Without --output the text goes to standard output. That it was handed out is noted in the audit log.'
  static override examples = [
    '<%= config.bin %> customers export lucia@example.com --business barberia-centro --output lucia.json',
    '<%= config.bin %> customers export 17 -b barberia-centro --json',
  ]
  static override args = { customer: customerArgument }
  static override flags = {
    business: businessFlag,
    output: outputFlag,
  }

  async run() {
    const { args, flags } = await this.parse(CustomersExport)
    const [
      { exportCustomerAsStaff: exportKnownCustomer },
      { findCustomer: knownCustomer },
      { customerExportFile: customerFile },
      { writeTextFile },
    ] = await Promise.all([
      import('@silla/core/customers/export-customer-as-staff'),
      import('@silla/core/customers/find-customer'),
      import('../../format/customer-export.ts'),
      import('../../format/write-text-file.ts'),
    ])
    const customer = await knownCustomer(await this.actFor(flags.business), args.customer)
    const context = await this.actFor(flags.business, { customerId: customer.id })
    const records = await exportKnownCustomer(context, customer.id)
    const file = customerFile(customer, records, await context.tenant.catalog())
    const text = jsonText(file)
    if (flags.output === undefined) this.log(text)
    else {
      await writeTextFile(flags.output, `${text}\n`, 0o600)
      this.log(`Wrote ${flags.output}.`)
    }
    return { file: flags.output ?? null, records: file }
  }
}
