import { readdirSync, readFileSync } from 'fs';
import { Duration } from 'cdk8s';
import { loadAll } from 'js-yaml';
import { HazardReport, KubernetesVersion } from '../src';
import { durationMillis } from '../src/upstream/arguments';
const dir = process.argv[2] ?? '/work/shared/cases';
let ok = 0, n = 0;
for (const f of readdirSync(dir).filter((f) => f.endsWith('.yaml'))) {
  const text = readFileSync(dir + '/' + f, 'utf8');
  const h: any = Object.fromEntries([...text.matchAll(/^# (\w+): (.*)$/gm)].map((m) => [m[1], m[2]]));
  const list = (s: string) => s.split(',').map((x) => x.trim()).filter((x) => x && x !== 'none' && x !== '-');
  const o: any = {};
  if (h.kubernetes !== 'unknown') o.kubernetesVersion = KubernetesVersion.of(h.kubernetes);
  for (const opt of list(h.options)) {
    const [k, v] = opt.split('=');
    o[k.replace(/-(\w)/g, (_: string, c: string) => c.toUpperCase())] = Duration.millis(durationMillis(v)!);
  }
  n++;
  try {
    const r = HazardReport.of(loadAll(text) as any[], o);
    const ids = [...new Set(r.findings.map((x) => x.rule))];
    const missing = list(h.expect).filter((x) => !ids.includes(x));
    const extra = ids.filter((x) => !list(h.expect).includes(x) && !list(h.may).includes(x));
    const own = h.source === 'own' ? r.findings.filter((x) => x.severity !== 'info').map((x) => x.rule) : [];
    if (missing.length + extra.length + own.length === 0) ok++;
    else console.log(f, 'missing', missing, 'extra', extra, 'own', own);
    if (process.env.V) for (const x of r.findings) console.log('   ', x.severity, x.rule, x.container, x.pointer, '--', x.message);
  } catch (e) { console.log(f, e); }
}
console.log(ok, 'of', n);
