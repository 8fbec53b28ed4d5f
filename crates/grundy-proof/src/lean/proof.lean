/-- An entry of a list; `d` beyond its end. -/
def nth {α : Type} : List α → Nat → α → α
  | [], _, d => d
  | x :: _, 0, _ => x
  | _ :: xs, n + 1, d => nth xs n d

def allBelow : Nat → (Nat → Bool) → Bool
  | 0, _ => true
  | n + 1, p => p n && allBelow n p

def anyBelow : Nat → (Nat → Bool) → Bool
  | 0, _ => false
  | n + 1, p => p n || anyBelow n p

def allIn {α : Type} : List α → (α → Bool) → Bool
  | [], _ => true
  | x :: l, p => p x && allIn l p

def anyIn {α : Type} : List α → (α → Bool) → Bool
  | [], _ => false
  | x :: l, p => p x || anyIn l p

theorem and_left {a b : Bool} (h : (a && b) = true) : a = true := by
  cases a
  · simp at h
  · rfl

theorem and_right {a b : Bool} (h : (a && b) = true) : b = true := by
  cases a
  · simp at h
  · exact h

theorem or_cases {a b : Bool} (h : (a || b) = true) : a = true ∨ b = true := by
  cases a
  · exact Or.inr h
  · exact Or.inl rfl

theorem allBelow_spec {p : Nat → Bool} :
    ∀ {n : Nat}, allBelow n p = true → ∀ i, i < n → p i = true
  | 0, _, i, hi => absurd hi (Nat.not_lt_zero i)
  | n + 1, h, i, hi => by
    cases Nat.eq_or_lt_of_le (Nat.le_of_lt_succ hi) with
    | inl e => rw [e]; exact and_left (a := p n) (b := allBelow n p) h
    | inr l => exact allBelow_spec (and_right (a := p n) (b := allBelow n p) h) i l

theorem anyBelow_spec {p : Nat → Bool} :
    ∀ {n : Nat}, anyBelow n p = true → ∃ i, i < n ∧ p i = true
  | 0, h => by simp [anyBelow] at h
  | n + 1, h =>
    match or_cases (a := p n) (b := anyBelow n p) h with
    | Or.inl e => ⟨n, Nat.lt_succ_self n, e⟩
    | Or.inr r =>
      match anyBelow_spec r with
      | ⟨i, hi, e⟩ => ⟨i, Nat.lt_trans hi (Nat.lt_succ_self n), e⟩

theorem allIn_spec {α : Type} {p : α → Bool} :
    ∀ {l : List α}, allIn l p = true → ∀ x, x ∈ l → p x = true
  | [], _, _, hx => by cases hx
  | y :: l, h, x, hx => by
    cases hx with
    | head => exact and_left (a := p x) (b := allIn l p) h
    | tail _ hx => exact allIn_spec (and_right (a := p y) (b := allIn l p) h) x hx

theorem anyIn_spec {α : Type} {p : α → Bool} :
    ∀ {l : List α}, anyIn l p = true → ∃ x, x ∈ l ∧ p x = true
  | [], h => by simp [anyIn] at h
  | y :: l, h =>
    match or_cases (a := p y) (b := anyIn l p) h with
    | Or.inl e => ⟨y, List.Mem.head l, e⟩
    | Or.inr r =>
      match anyIn_spec r with
      | ⟨x, hx, e⟩ => ⟨x, List.Mem.tail y hx, e⟩

/-! ## The automata -/

def lostStep (q a : Nat) : Nat := nth (nth lostTable q []) a dead
def validStep (v a : Nat) : Nat := nth (nth validTable v []) a dead
def moveStep (m a b : Nat) : Nat := nth (nth moveTable m []) (a + letters * b) dead

def lostRun : Nat → List Nat → Nat
  | q, [] => q
  | q, a :: x => lostRun (lostStep q a) x

def validRun : Nat → List Nat → Nat
  | v, [] => v
  | v, a :: x => validRun (validStep v a) x

def moveRun : Nat → List (Nat × Nat) → Nat
  | m, [] => m
  | m, p :: w => moveRun (moveStep m p.1 p.2) w

def firsts : List (Nat × Nat) → List Nat
  | [] => []
  | p :: w => p.1 :: firsts w

def seconds : List (Nat × Nat) → List Nat
  | [] => []
  | p :: w => p.2 :: seconds w

/-- The automaton of the law accepts a position. -/
def isLost (x : List Nat) : Bool := nth lostAccepts (lostRun 0 x) false

/-- Every letter is one, and the digits of each heap are those of a number. -/
def Letters (x : List Nat) : Prop := ∀ a, a ∈ x → a < letters
def Valid (x : List Nat) : Prop :=
  Letters x ∧ nth validAccepts (validRun 0 x) false = true

def Pairs (w : List (Nat × Nat)) : Prop := ∀ p, p ∈ w → p.1 < letters ∧ p.2 < letters

/-- The automaton of the moves accepts a position and an option of the same length. -/
def Move (x y : List Nat) : Prop :=
  ∃ w : List (Nat × Nat), Pairs w ∧ firsts w = x ∧ seconds w = y ∧
    nth moveAccepts (moveRun 0 w) false = true

theorem lostRun_dead : ∀ x : List Nat, lostRun dead x = dead
  | [] => rfl
  | a :: x => by
    have h : lostStep dead a = dead := rfl
    show lostRun (lostStep dead a) x = dead
    rw [h]
    exact lostRun_dead x

theorem validRun_dead : ∀ x : List Nat, validRun dead x = dead
  | [] => rfl
  | a :: x => by
    have h : validStep dead a = dead := rfl
    show validRun (validStep dead a) x = dead
    rw [h]
    exact validRun_dead x

theorem moveRun_dead : ∀ w : List (Nat × Nat), moveRun dead w = dead
  | [] => rfl
  | p :: w => by
    have h : moveStep dead p.1 p.2 = dead := rfl
    show moveRun (moveStep dead p.1 p.2) w = dead
    rw [h]
    exact moveRun_dead w

/-! ## First statement: no accepted position has an accepted option

`pairs` are all states (law at the position, law at the option, moves) that words reach, without those from
which some automaton accepts nothing. -/

def pair (i : Nat) : Nat × Nat × Nat := nth pairs i (dead, dead, dead)
def pairTo (i a b : Nat) : Nat := nth (nth pairsNext i []) (a + letters * b) dead

def isDead (q r m : Nat) : Bool := Nat.beq q dead || (Nat.beq r dead || Nat.beq m dead)
def agrees (t : Nat × Nat × Nat) (q r m : Nat) : Bool :=
  Nat.beq t.1 q && (Nat.beq t.2.1 r && Nat.beq t.2.2 m)
def acc3 (q r m : Nat) : Bool :=
  nth lostAccepts q false && (nth lostAccepts r false && nth moveAccepts m false)

def pairFine (i a b : Nat) : Bool :=
  isDead (lostStep (pair i).1 a) (lostStep (pair i).2.1 b) (moveStep (pair i).2.2 a b) ||
    (Nat.ble (pairTo i a b + 1) pairsSize &&
      agrees (pair (pairTo i a b)) (lostStep (pair i).1 a) (lostStep (pair i).2.1 b)
        (moveStep (pair i).2.2 a b))
def pairsFine : Bool :=
  allBelow pairsSize fun i => allBelow letters fun a => allBelow letters fun b => pairFine i a b
def pairsNone : Bool :=
  allBelow pairsSize fun i => !(acc3 (pair i).1 (pair i).2.1 (pair i).2.2)

theorem pairs_fine : pairsFine = true := by decide +kernel
theorem pairs_none : pairsNone = true := by decide +kernel

theorem acc3_dead {q r m : Nat} (d : isDead q r m = true) (x y : List Nat) (w : List (Nat × Nat)) :
    acc3 (lostRun q x) (lostRun r y) (moveRun m w) = false := by
  have l : nth lostAccepts dead false = false := rfl
  have n : nth moveAccepts dead false = false := rfl
  unfold isDead at d
  unfold acc3
  cases or_cases d with
  | inl h =>
    have e := Nat.eq_of_beq_eq_true h
    subst e
    simp [lostRun_dead x, l]
  | inr h =>
    cases or_cases h with
    | inl h =>
      have e := Nat.eq_of_beq_eq_true h
      subst e
      simp [lostRun_dead y, l]
    | inr h =>
      have e := Nat.eq_of_beq_eq_true h
      subst e
      simp [moveRun_dead w, n]

theorem pairs_never : ∀ (w : List (Nat × Nat)) (i : Nat), i < pairsSize → Pairs w →
    acc3 (lostRun (pair i).1 (firsts w)) (lostRun (pair i).2.1 (seconds w))
      (moveRun (pair i).2.2 w) = false
  | [], i, hi, _ => by
    have h := allBelow_spec pairs_none i hi
    show acc3 (pair i).1 (pair i).2.1 (pair i).2.2 = false
    simpa using h
  | p :: w, i, hi, hw => by
    have ha := (hw p (List.Mem.head w)).1
    have hb := (hw p (List.Mem.head w)).2
    have hw' : Pairs w := fun q hq => hw q (List.Mem.tail p hq)
    have fine : pairFine i p.1 p.2 = true :=
      allBelow_spec (allBelow_spec (allBelow_spec pairs_fine i hi) p.1 ha) p.2 hb
    unfold pairFine at fine
    show acc3 (lostRun (lostStep (pair i).1 p.1) (firsts w))
      (lostRun (lostStep (pair i).2.1 p.2) (seconds w))
      (moveRun (moveStep (pair i).2.2 p.1 p.2) w) = false
    cases or_cases fine with
    | inl d => exact acc3_dead d (firsts w) (seconds w) w
    | inr ok =>
      have hj : pairTo i p.1 p.2 < pairsSize := Nat.le_of_ble_eq_true (and_left ok)
      have ag := and_right ok
      unfold agrees at ag
      have e1 := Nat.eq_of_beq_eq_true (and_left ag)
      have e2 := Nat.eq_of_beq_eq_true (and_left (and_right ag))
      have e3 := Nat.eq_of_beq_eq_true (and_right (and_right ag))
      have ih := pairs_never w (pairTo i p.1 p.2) hj hw'
      rw [e1, e2, e3] at ih
      exact ih

theorem lost_never_to_lost {x y : List Nat} (h : Move x y) (hx : isLost x = true) :
    isLost y = false := by
  cases hy : isLost y with
  | false => rfl
  | true =>
    obtain ⟨w, hw, rfl, rfl, acc⟩ := h
    have never := pairs_never w 0 (by decide) hw
    have p0 : pair 0 = (0, 0, 0) := rfl
    rw [p0] at never
    unfold isLost at hx hy
    unfold acc3 at never
    simp [hx, hy, acc] at never

/-! ## Second statement: every other position has an accepted option

`covers` are the states (valid digits, law) that words of a position reach, each with a list of states (law,
moves, valid digits) that are reached together with it, for suitable words of an option. -/

def cover (i : Nat) : Nat × Nat × List (Nat × Nat × Nat) := nth covers i (dead, dead, [])
def coverTo (i a : Nat) : Nat := nth (nth coversNext i []) a dead

def fromOne (e e0 : Nat × Nat × Nat) (a b : Nat) : Bool :=
  Nat.beq (lostStep e0.1 b) e.1 &&
    (Nat.beq (moveStep e0.2.1 a b) e.2.1 && Nat.beq (validStep e0.2.2 b) e.2.2)
def accE (e : Nat × Nat × Nat) : Bool :=
  nth lostAccepts e.1 false && (nth moveAccepts e.2.1 false && nth validAccepts e.2.2 false)

def coverFine (i a : Nat) : Bool :=
  Nat.beq (validStep (cover i).1 a) dead ||
    (Nat.ble (coverTo i a + 1) coversSize &&
      (Nat.beq (cover (coverTo i a)).1 (validStep (cover i).1 a) &&
        (Nat.beq (cover (coverTo i a)).2.1 (lostStep (cover i).2.1 a) &&
          allIn (cover (coverTo i a)).2.2 fun e =>
            anyIn (cover i).2.2 fun e0 => anyBelow letters fun b => fromOne e e0 a b)))
def coverEnds (i : Nat) : Bool :=
  !(nth validAccepts (cover i).1 false) ||
    (nth lostAccepts (cover i).2.1 false || anyIn (cover i).2.2 accE)
def coversFine : Bool := allBelow coversSize fun i => allBelow letters fun a => coverFine i a
def coversEnd : Bool := allBelow coversSize fun i => coverEnds i

theorem covers_fine : coversFine = true := by decide +kernel
theorem covers_end : coversEnd = true := by decide +kernel

theorem covered : ∀ (x : List Nat) (i : Nat), i < coversSize → Letters x →
    nth validAccepts (validRun (cover i).1 x) false = true →
    nth lostAccepts (lostRun (cover i).2.1 x) false = false →
    ∃ e0, e0 ∈ (cover i).2.2 ∧ ∃ w, Pairs w ∧ firsts w = x ∧
      nth lostAccepts (lostRun e0.1 (seconds w)) false = true ∧
      nth moveAccepts (moveRun e0.2.1 w) false = true ∧
      nth validAccepts (validRun e0.2.2 (seconds w)) false = true
  | [], i, hi, _, hv, hl => by
    have h : coverEnds i = true := allBelow_spec covers_end i hi
    have hv' : nth validAccepts (cover i).1 false = true := hv
    have hl' : nth lostAccepts (cover i).2.1 false = false := hl
    unfold coverEnds at h
    cases or_cases h with
    | inl n =>
      rw [hv'] at n
      exact absurd n (by decide)
    | inr h =>
      cases or_cases h with
      | inl l =>
        rw [hl'] at l
        exact absurd l (by decide)
      | inr any =>
        obtain ⟨e, he, acc⟩ := anyIn_spec any
        unfold accE at acc
        exact ⟨e, he, [], fun p hp => by cases hp, rfl, and_left acc, and_left (and_right acc),
          and_right (and_right acc)⟩
  | a :: x, i, hi, hx, hv, hl => by
    have ha : a < letters := hx a (List.Mem.head x)
    have hx' : Letters x := fun c hc => hx c (List.Mem.tail a hc)
    have fine : coverFine i a = true := allBelow_spec (allBelow_spec covers_fine i hi) a ha
    have hv' : nth validAccepts (validRun (validStep (cover i).1 a) x) false = true := hv
    have hl' : nth lostAccepts (lostRun (lostStep (cover i).2.1 a) x) false = false := hl
    unfold coverFine at fine
    cases or_cases fine with
    | inl d =>
      rw [Nat.eq_of_beq_eq_true d, validRun_dead] at hv'
      exact absurd hv' (by decide)
    | inr ok =>
      have hj : coverTo i a < coversSize := Nat.le_of_ble_eq_true (and_left ok)
      have ok' := and_right ok
      rw [← Nat.eq_of_beq_eq_true (and_left ok')] at hv'
      rw [← Nat.eq_of_beq_eq_true (and_left (and_right ok'))] at hl'
      obtain ⟨e, he, w, hw, hf, h1, h2, h3⟩ := covered x (coverTo i a) hj hx' hv' hl'
      obtain ⟨e0, he0, any⟩ := anyIn_spec (allIn_spec (and_right (and_right ok')) e he)
      obtain ⟨b, hb, one⟩ := anyBelow_spec any
      unfold fromOne at one
      have e1 := Nat.eq_of_beq_eq_true (and_left one)
      have e2 := Nat.eq_of_beq_eq_true (and_left (and_right one))
      have e3 := Nat.eq_of_beq_eq_true (and_right (and_right one))
      refine ⟨e0, he0, (a, b) :: w, ?_, ?_, ?_, ?_, ?_⟩
      · intro p hp
        cases hp with
        | head => exact ⟨ha, hb⟩
        | tail _ hp => exact hw p hp
      · show a :: firsts w = a :: x
        rw [hf]
      · show nth lostAccepts (lostRun (lostStep e0.1 b) (seconds w)) false = true
        rw [e1]
        exact h1
      · show nth moveAccepts (moveRun (moveStep e0.2.1 a b) w) false = true
        rw [e2]
        exact h2
      · show nth validAccepts (validRun (validStep e0.2.2 b) (seconds w)) false = true
        rw [e3]
        exact h3

theorem seconds_letters : ∀ {w : List (Nat × Nat)}, Pairs w → Letters (seconds w)
  | [], _ => fun a ha => by
    have ha' : a ∈ ([] : List Nat) := ha
    cases ha'
  | p :: w, hw => fun a ha => by
    have ha' : a ∈ p.2 :: seconds w := ha
    cases ha' with
    | head => exact (hw p (List.Mem.head w)).2
    | tail _ h => exact seconds_letters (fun q hq => hw q (List.Mem.tail p hq)) a h

theorem others_reach_lost {x : List Nat} (hx : Valid x) (hl : isLost x = false) :
    ∃ y, Move x y ∧ Valid y ∧ isLost y = true := by
  have c0 : cover 0 = (0, 0, [(0, 0, 0)]) := rfl
  obtain ⟨e, he, w, hw, hf, h1, h2, h3⟩ :=
    covered x 0 (by decide) hx.1 (by rw [c0]; exact hx.2) (by rw [c0]; exact hl)
  have he' : e ∈ [((0 : Nat), (0 : Nat), (0 : Nat))] := by rw [c0] at he; exact he
  have e0 : e = (0, 0, 0) := by
    cases he' with
    | head => rfl
    | tail _ h => cases h
  subst e0
  exact ⟨seconds w, ⟨w, hw, hf, rfl, h2⟩, ⟨seconds_letters hw, h3⟩, h1⟩

/-- The law. If each move lowers `rank`, and a position is lost exactly if no move leads to a lost one, then the
lost positions are those that the automaton accepts, at every length. -/
theorem law (lost : List Nat → Prop) (rank : List Nat → Nat)
    (falls : ∀ x y, Move x y → rank y < rank x)
    (means : ∀ x, Valid x → (lost x ↔ ∀ y, Valid y → Move x y → ¬ lost y)) :
    ∀ x, Valid x → (isLost x = true ↔ lost x) := by
  have all : ∀ n x, rank x < n → Valid x → (isLost x = true ↔ lost x) := by
    intro n
    induction n with
    | zero =>
      intro x h
      exact absurd h (Nat.not_lt_zero _)
    | succ n ih =>
      intro x hr hx
      constructor
      · intro hl
        refine (means x hx).mpr ?_
        intro y hy hm hp
        have hr' : rank y < n := Nat.lt_of_lt_of_le (falls x y hm) (Nat.le_of_lt_succ hr)
        have t := (ih y hr' hy).mpr hp
        rw [lost_never_to_lost hm hl] at t
        exact absurd t (by decide)
      · intro hp
        cases hl : isLost x with
        | true => rfl
        | false =>
          obtain ⟨y, hm, hy, hly⟩ := others_reach_lost hx hl
          have hr' : rank y < n := Nat.lt_of_lt_of_le (falls x y hm) (Nat.le_of_lt_succ hr)
          exact absurd ((ih y hr' hy).mp hly) ((means x hx).mp hp y hy hm)
  intro x hx
  exact all (rank x + 1) x (Nat.lt_succ_self _) hx
