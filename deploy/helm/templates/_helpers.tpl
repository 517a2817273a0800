{{/* Labels by which the pods of one program are found. Call with (dict "root" $ "program" "worker"). */}}
{{- define "orchestrator.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .program }}
{{- end }}

{{- define "orchestrator.labels" -}}
{{ include "orchestrator.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end }}

{{- define "orchestrator.name" -}}
{{ .root.Release.Name | trunc 40 | trimSuffix "-" }}-{{ .program }}
{{- end }}

{{- define "orchestrator.image" -}}
{{ with .Values.image }}{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}{{ end }}
{{- end }}

{{/* Of every pod: no token of the cluster, no root, nothing it could write to the image. */}}
{{- define "orchestrator.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "orchestrator.container" -}}
image: {{ include "orchestrator.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* How programs find Temporal, and settings of their own. Call with (dict "root" $ "keys" "<file>" "settings" …). */}}
{{- define "orchestrator.temporal" -}}
- { name: TEMPORAL_ADDRESS, value: {{ .root.Values.temporal.address | quote }} }
- { name: TEMPORAL_NAMESPACE, value: {{ .root.Values.temporal.namespace | quote }} }
- { name: ENCRYPTION_KEYS, value: /keys/payloads/{{ .keys }} }
{{- range $name, $value := merge (dict) .settings .root.Values.temporal.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{/* Replicas of a program lie on different nodes where they can. */}}
{{- define "orchestrator.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{ include "orchestrator.selector" . | nindent 8 }}
{{- end }}

{{/*
Copies secrets to /keys/<folder>, readable for the program alone: as Kubernetes mounts them its group can read them too,
and the programs refuse such keys. Call with (dict "root" $ "secrets" (dict "<folder>" "<secret>")).
*/}}
{{- define "orchestrator.copyKeys" -}}
- name: keys
  {{- include "orchestrator.container" .root | nindent 2 }}
  args:
    - -e
    - |
      const fs = require('node:fs');
      for (const folder of fs.readdirSync('/secrets')) {
        fs.mkdirSync(`/keys/${folder}`, { recursive: true });
        for (const file of fs.readdirSync(`/secrets/${folder}`).filter((name) => !name.startsWith('.'))) {
          fs.writeFileSync(`/keys/${folder}/${file}`, fs.readFileSync(`/secrets/${folder}/${file}`), { mode: 0o600 });
        }
      }
  volumeMounts:
    - { name: keys, mountPath: /keys }
    {{- range $folder, $secret := .secrets }}
    - { name: secret-{{ $folder }}, mountPath: /secrets/{{ $folder }}, readOnly: true }
    {{- end }}
{{- end }}

{{/* The volumes of these keys, which stay in memory. */}}
{{- define "orchestrator.keyVolumes" -}}
- name: keys
  emptyDir: { medium: Memory }
{{- range $folder, $secret := .secrets }}
- name: secret-{{ $folder }}
  secret: { secretName: {{ $secret | quote }}, defaultMode: 288 }
{{- end }}
{{- end }}
