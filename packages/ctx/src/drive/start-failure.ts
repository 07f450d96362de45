// Why an agent could not be brought to work: it is told as the failure of its first turn.

export class StartFailure extends Error {
  override readonly name = 'StartFailure';
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}
