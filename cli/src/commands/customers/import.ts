import { csvFile, importFlags, readPairs } from '../../flags/import-flags.ts'
import { ImportCommand } from '../../import-command.ts'

export default class CustomersImport extends ImportCommand {
  static override summary = 'Import the customers of another product from CSV'
  static override description =
    'Reads a CSV file, or standard input for -, with commas, semicolons or tabs. A customer whose ' +
    'email address somebody has is merged with them. Rows are recognized by the id of the other ' +
    'product: a second run changes nothing, and goes on where an interrupted one ended. Nothing is ' +
    'mailed, no account is created and no consent is imported. --dry-run prints a line for each row. ' +
    'Fields for --column: id, name, firstName, lastName, email, phone, language, blocked.'
  static override examples = [
    '<%= config.bin %> customers import barberia-centro clients.csv --from fresha --dry-run',
    '<%= config.bin %> customers import barberia-centro list.csv --from generic --encoding windows-1252 --column "Contacto=email" --report report.csv --yes --json',
  ]
  static override args = {
    file: csvFile,
  }
  static override flags = importFlags

  async run() {
    const { args, flags } = await this.parse(CustomersImport)
    const columns = readPairs('column', flags.column)
    const [{ importCustomers }, { readCustomerFile }, { readChunks }] = await Promise.all([
      import('@silla/core/imports/import-customers'),
      import('@silla/core/imports/read-customer-file'),
      import('../../flags/read-text-file.ts'),
    ])
    const context = await this.operatorContext(flags.business, { source: flags.from })
    const file = await readCustomerFile(await context.tenant.catalog(), {
      ...{ bytes: readChunks(args.file), encoding: flags.encoding, source: flags.from, columns },
    })
    return this.carryOut(context, flags, (options) => importCustomers(context, file, options))
  }
}
