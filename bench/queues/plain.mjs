// Three statements and nothing else: a claim that skips what others hold, a heartbeat, an end that only the claim's epoch may write.

export async function open({ load, url, slots, leaseSeconds }) {
  const { Pool } = load('pg');
  const pool = new Pool({ connectionString: url, max: 4 });
  pool.on('error', () => {});
  const lease = `${leaseSeconds} seconds`;
  return {
    prepare: () =>
      pool.query(`create table job (id serial primary key, data jsonb, state text default 'queued', epoch int default 0, owner text, lease_until timestamptz);
        create index on job (id) where state = 'queued'; create index on job (lease_until) where state = 'running'`),
    put: (jobs) =>
      pool.query('insert into job (data) select * from unnest($1::jsonb[])', [
        jobs.map((job) => JSON.stringify(job)),
      ]),
    async work(run) {
      const held = new Map();
      const owner = String(process.pid);
      const begin = ({ id, epoch, data }) => {
        held.set(id, epoch);
        run(data)
          .then(() =>
            pool.query(`update job set state = 'done' where id = $1 and epoch = $2 and state = 'running'`, [
              id,
              epoch,
            ]),
          )
          .finally(() => held.delete(id));
      };
      const claim = async () => {
        const { rows } = await pool.query(
          `update job set state = 'running', epoch = epoch + 1, owner = $1, lease_until = now() + $2::interval
             where id in (select id from job where state = 'queued' or (state = 'running' and lease_until < now()) order by id limit $3 for update skip locked)
           returning id, epoch, data`,
          [owner, lease, slots - held.size],
        );
        rows.forEach(begin);
        return rows.length;
      };
      const beat = () =>
        pool.query(
          `update job set lease_until = now() + $2::interval where owner = $1 and state = 'running' and lease_until > now()`,
          [owner, lease],
        );
      setInterval(() => beat().catch(() => {}), (leaseSeconds * 1000) / 3);
      const loop = async () => {
        const got = held.size < slots ? await claim() : 0;
        setTimeout(loop, got > 0 ? 0 : 20);
      };
      await loop();
    },
    close: () => pool.end(),
  };
}
